import { foldPattern } from '#services/checks/skeleton.ts'
import { words } from '#services/checks/spelling.ts'

// All repetitions in the patterns of this file are bounded, so that matching takes time linear in the length of the
// text.
const host = '[\\p{L}\\d-]{1,63}'
const zones =
  'ru|com|net|org|me|io|su|рф|ру|ком|online|site|shop|store|top|pro|info|biz|dev|app|club|xyz|link|live|tech|cc|ly|pw|fun|click|space|work|agency|by|kz|ua|uz|uk|de'
const bracket = (inside: string) => `[\\[({<]\\s?(?:${inside})\\s?[\\])}>]`
/** Top-level domains with which a bare host name counts as a link. Names of programs do not end with these domains. */
const linkOnlyDomains =
  'online|site|shop|store|top|xyz|club|live|pw|click|icu|space|website|bonus|fun|vip|work|bid|loan|buzz|sbs|cfd|su'
const dotWord = `(?:\\s{0,2}${bracket('dot|точка')}\\s{0,2}|[\\s_-]{1,2}(?:dot|точка)[\\s_-]{1,2})`
const dot = `(?:\\s{0,2}\\.\\s{0,2}|${dotWord})`
const atWord = `(?:\\s{0,2}${bracket('at|a|эт|собак\\p{L}{1,3}')}\\s{0,2}|[\\s_-]{1,2}(?:собак[аио]|собачка|эт)[\\s_-]{1,2})`
const wordEnd = '(?![\\p{L}\\d])'
const pattern = (source: string) => new RegExp(foldPattern(source), 'g')

/** Patterns of e-mail addresses, also with words instead of `@` and the dot. */
export const mails = [
  pattern(`(?<=[\\p{L}\\d_][\\s.]?)(?:@|&#64;|%40)\\s{0,2}(?:${host}${dot}){1,3}(?:${zones})${wordEnd}`),
  pattern(`(?<=[\\p{L}\\d_])${atWord}(?:${host}${dot}){1,3}(?:${zones}|мэйл)${wordEnd}`),
  pattern(`(?<=[\\p{L}\\d_])\\sat\\s(?:${host}${dotWord}){1,3}(?:${zones})${wordEnd}`),
  // If both `@` and the dot are disguised, any top-level domain counts, because nobody writes both that way by chance.
  pattern(
    `(?<=[\\p{L}\\d_])[\\s*]{0,2}(?:${bracket('at|a|эт|ат|собак\\p{L}{1,3}')}|[\\s*](?:at|ат|эт|собак[аи]|собачка)[\\s*])[\\s*]{0,2}${host}[\\s*]{0,2}(?:${bracket('dot|точка|тчк|\\.')}|[\\s*](?:dot|точка|тчк)[\\s*])[\\s*]{0,2}\\p{L}{2,10}${wordEnd}`,
  ),
  pattern(`(?<=[a-z\\d_.])@{1,2}(?:${host}\\.){1,3}\\p{L}{2,10}${wordEnd}`),
]

// Words that follow `@` in style sheets and programming languages. These words are not user names.
const codeWords =
  'media|import|supports|keyframes|container|layer|property|include|mixin|extend|apply|charset|component|directive|injectable|module|controller|service|repository|entity|bean|autowired|override|transactional|deprecated|nullable|test|input|output|param|return|returns|types?|state|binding|published|required|observable|main|everyone|channel|dataclass|staticmethod|classmethod|pytest|decorator|page|namespace|tailwind|theme|utility|font'

/** Pattern of a user name in Telegram or another network, such as `@name`. */
export const handles = pattern(`(?<![\\p{L}\\d_.@/])@(?!(?:${codeWords})(?![\\w]))[a-z]\\w{4,31}(?![\\w/])`)

/** Patterns of links to people and groups in messengers and networks. */
export const profiles = words(
  '(?:t|wa|vk|telegram|т|вк)\\s{0,2}\\.\\s{0,2}(?:me|com|ме|cc)(?=\\s{0,2}/|$)',
  '(?:t|wa|vk|telegram)\\s{0,2}\\.me',
  'vk\\.com',
)

const knownHosts = '(?:asp|ado|vb|ml|socket|draw|app\\.diagrams)\\.(?:net|io)|(?:hh|mail|avito|ozon)\\.ru'

export const links = [
  pattern(
    `h(?:tt|xx)ps?\\s{0,2}:\\s{0,2}/\\s{0,2}/(?:${host}\\.|\\s{1,2}${host}\\s{1,2}\\.)\\s{0,2}[\\p{L}\\d]`,
  ),
  pattern(`(?<![\\p{L}\\d_.@/-])(?!(?:${knownHosts})/)(?:${host}\\.){1,4}(?:${zones})/`),
  // A dot that is written as a word or between spaces shows that somebody hides a link.
  pattern(`(?<![\\p{L}\\d_-])${host}${dotWord}(?!net${wordEnd})(?:${zones})${wordEnd}`),
  pattern(`(?<![\\p{L}\\d_-])${host}\\s?${bracket('\\.|,|dot|точка|тчк')}\\s?\\p{L}{2,12}${wordEnd}`),
  pattern(`(?<![\\p{L}\\d_.@-])(?:${host}\\.){1,3}(?:${linkOnlyDomains})${wordEnd}`),
  pattern(`(?<![\\p{L}\\d_.@-])[a-z\\d-]{3,40},(?:ru|com|net|org|info|${linkOnlyDomains}|gl|ly)${wordEnd}`),
  pattern(
    `(?<![\\p{L}\\d_.@-])(?:bit|clck|goo|tinyurl|cutt|is|ow|taplink|telegra|tele|t|vk)(?:\\s?[.,/]\\s?|\\s|\\s(?:точка|dot)\\s)(?:ly|ru|gl|com|me|ми|cc|gd|ph|to|link)(?:\\s{0,2}/\\s{0,2}[+\\p{L}\\d]|\\s(?:слэш|слеш|slash))`,
  ),
  pattern(`(?:точка|dot)\\s\\p{L}{2,6}\\s(?:слэш|слеш|slash)${wordEnd}`),
  pattern(
    `(?<![\\p{L}\\d_-])(?:www|https?)[\\s:/]{1,5}${host}\\s{1,2}(?:${zones}|${linkOnlyDomains})${wordEnd}`,
  ),
  pattern(
    `(?<![\\p{L}\\d_-])[a-z\\d-]{2,40}\\s(?:точка|dot|тчк)\\s(?:${zones}|${linkOnlyDomains}|я|ру|рф|ком)${wordEnd}`,
  ),
  pattern(
    `(?<![\\p{L}\\d_-])${host}\\s{1,2}\\.\\s{1,2}(?:ru|com|net|org|su|рф|site|online|shop|top)${wordEnd}`,
  ),
]
