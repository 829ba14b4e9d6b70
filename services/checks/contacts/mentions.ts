import { foldPattern } from '#services/checks/skeleton.ts'
import { words } from '#services/checks/spelling.ts'

// Short and colloquial names of messengers and networks.
const cyrillicNames = [
  ...['тг', 'тгк', 'тгш\\p{L}{1,4}', 'т\\.\\s?г\\.?', 'т_г', 'тэ ?гэ', 'телег[аеиу]', 'тележк[аеиу]'],
  ...[
    'телеграмм?(?:а|е|у|ом|чик)?',
    'вк',
    'в ?контакт[еа]',
    'инст[аеуы]',
    'инстаграмм?(?:а|е|у)?',
    'скайп(?:е|а)?',
  ],
  ...[
    'дискорд(?:е|а)?',
    'вайбер(?:е|а)?',
    'в[ао]тс ?апп?(?:е|а)?',
    'в[ао]ц ?апп?(?:е|а|у)?',
    'одноклассник(?:и|ах)',
    'т г',
    't g',
  ],
]
const latinNames = [
  ...[
    'tg',
    't\\.\\s?g\\.?',
    't_g',
    'tlgrm',
    'tele',
    'telegram',
    'vk',
    'inst',
    'insta(?:gram)?',
    'ig',
    'skype',
    'discord',
  ],
  ...[
    'viber',
    'whats ?app',
    'wa',
    'signal',
    'imo',
    'имо',
    'дс',
    'тлгрм',
    'сигнал',
    'макс(?:е|а)?',
    'max',
    'тэлеграм(?:е)?',
  ],
]
const anyMessenger = `(?:${[...cyrillicNames, ...latinNames].join('|')})`
const colloquialName = `(?:${cyrillicNames.slice(0, 9).join('|')}|т г|t g|tg|t\\.\\s?g\\.?|tlgrm|тлгрм)`
const pointer = '\\s{0,2}(?:[:=—–|/>→-]{1,2}|[(«"])\\s{0,2}'
const name = '[a-z][a-z\\d]{0,30}[_.\\d#][\\w.#]{1,31}'
const nick = '(?:ник(?:у|ом|нейм)?|логин(?:у|ом)?|юзер(?:нейм)?(?:у)?|username|nick(?:name)?|login)'
const ownNick = '(?:ник(?:у|ом|нейм)?|юзер(?:нейм)?(?:у)?|nick(?:name)?)'
const notWorkSubject = '(?![\\s-](?:канал|бот|чат|групп|mini|bot))'
/** Names of messengers in which people are found by phone number. */
const phoneMessenger =
  '(?:whats ?app|wa|в[ао]тс ?апп?|в[ао]ц ?апп?|viber|вайбер|imo|имо|signal|сигнал|max|макс)'
const phone = '\\+?\\d[\\d\\s()-]{7,18}\\d'
const mail = '(?:гмейл|гмыл|джимейл|жмейл|яндекс|мейл|мэйл|gmail|yandex)\\p{L}{0,2}'

/** Phrases by which people tell their name in a messenger or social network. */
export const mentions = words(
  `${anyMessenger}(?:\\s\\p{L}{1,12}){0,2}[\\s:,-]{1,3}${nick}[\\s:—-]{1,3}@?${name}`,
  `${anyMessenger}(?:\\s\\p{L}{1,12}){0,2}[\\s:,-]{1,3}${ownNick}\\s(?:тот|такой|тут|здесь|прежний|ниже|выше)`,
  `${ownNick}(?:[\\s:—-]{1,3}@?${name})?\\sв\\s${anyMessenger}${notWorkSubject}`,
  `${nick}[\\s:—-]{1,3}@?${name}`,
  `(?:пиш|лови|ищи|найди|найдет|зови)\\p{L}{0,3}(?:\\s\\p{L}{1,12}){0,2}\\s@?${name}\\sв\\s${anyMessenger}`,
  `${anyMessenger} на букву`,
  `в ${anyMessenger}(?:\\s(?:меня|я|зовут|как|под)){1,3}\\s@?${name}`,
  `my (?:tele|telegram|tg|insta|instagram|ig|discord|skype|whats ?app|viber)(?: nick| id)? is`,
  `(?:созвонимся|пишіть|напишіть|пішыце|напішыце|шукайте)(?:\\s\\p{L}{1,12}){0,2}\\s(?:в|у|ў|на|через)\\s${anyMessenger}`,
  `${anyMessenger}\\p{L}{0,3}\\s(?:жаз\\p{L}{0,6}|хабарлас\\p{L}{0,6}|yoz\\p{L}{0,4})`,
  `в ?контакт[еа] (?:я|меня)`,
  `(?:вк|контакт[еа]|инст[аеу])[^.!?\\n]{0,40} пишите туда`,
  `(?:вк|vk|в к|v k|b k)\\p{L}{0,2}[\\s:,-]{0,3}(?:(?:club|public|id)\\d{4,12}|(?:ru|com)[\\s/]{1,2}[a-z][\\w.]{3,31})`,
  `${phoneMessenger}\\p{L}{0,2}[^\\d\\n.!?]{0,30}${phone}`,
  `(?:мыло|почта моя|моя почта|ящик)[^.!?\\n]{0,30} на ${mail}(?:\\s?:\\s?[a-z][\\w.]{2,31})?`,
  `(?:собак[аи]|собачк[аи])[»"]?\\s{1,2}(?:${name}|[a-z][\\w.]{3,31}[\\s,]{1,2}(?:это )?(?:в|мой)\\s${anyMessenger})`,
  `я (?:есть )?в ${anyMessenger}[^.!?\\n]{0,20}по номеру`,
)

const wordStart = '(?<![\\p{L}\\d_])'
/** Finds a nickname with digits or punctuation after the short name of any messenger. */
const nickWithSigns = new RegExp(
  foldPattern(`${wordStart}${anyMessenger}(?:${pointer}|\\s{1,2})(@?${name}|live:\\S{2,40})(?![\\p{L}\\d])`),
  'g',
)
/**
 * Finds a Latin nickname after a colloquial messenger name. Messenger names that are common in descriptions of work are
 * left out.
 */
const latinNick = new RegExp(
  foldPattern(`${wordStart}${colloquialName}(?:${pointer}|\\s{1,2})(@?[a-z][a-z\\d]{3,31})(?![\\p{L}\\d-])`),
  'g',
)
const latinWord = /^@?[a-z][a-z\d]{3,}$/u
const workWords =
  /^@?(?:bots?|ads|api|apps?|webapp|mini|miniapp|channel|group|stars|premium|business|stories|reels|shorts|python\d*|aiogram\d*|telethon|pyrogram|grammy|telegraf|node|nodejs|react|vue|django|fastapi|laravel|tilda|figma|photoshop|google|yandex|facebook|instagram|youtube|tiktok|discord|whatsapp|viber|skype|excel|notion|amocrm|bitrix\d*|widget|login|auth|passport|wallet|gifts?|design|smm|target|for|and|with|from|the|or)$/u
/**
 * Names of programs, versions and files. Such names contain dots and digits, as nicknames do, but they are no contacts.
 */
const technicalName =
  /\.(?:js|ts|net|io|py|php|pdf|docx?|xlsx?|csv|zip|psd|fig|png|jpe?g|svg|ai|mp[34]|ru|com|me)$|^@?(?:v?\d|node|vue|nuxt|next|python|php|java|asp|ios|android|html|css|es|web|http|oauth|ga|gpt|chatgpt|claude|sha|mp|utf|h)[-\d._]/u

type Ranges = [from: number, to: number][]

/**
 * Finds nicknames after the name of a messenger.
 * @param originalBetween returns the original text between two positions
 */
export function findNicks(text: string, originalBetween: (from: number, to: number) => string): Ranges {
  const findNames = (pattern: RegExp, isName: (nickname: string) => boolean): Ranges =>
    Array.from(text.matchAll(pattern))
      .map(({ 0: match, 1: nickname = '', index }) => ({ from: index, to: index + match.length, nickname }))
      .filter(({ to, nickname }) =>
        isName(
          originalBetween(to - nickname.length, to)
            .normalize('NFKC')
            .toLowerCase(),
        ),
      )
      .map(({ from, to }) => [from, to])
  return [
    ...findNames(nickWithSigns, (nickname) => !technicalName.test(nickname)),
    ...findNames(latinNick, (nickname) => latinWord.test(nickname) && !workWords.test(nickname)),
  ]
}
