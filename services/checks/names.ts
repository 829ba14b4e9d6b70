import { findSuspicious } from './look.ts'
import { fold } from './skeleton.ts'
import { letterPattern } from './spelling.ts'

/** Code of the reason for which a name is refused. The texts of the reasons are in `texts/<language>/errors.json`. */
export type NameFlaw = 'name_contacts' | 'name_reserved'

// Letters that look or sound alike across alphabets. The function `fold` replaces further look-alikes.
const lookAlikes: Record<string, string> = {
  r: 'p',
  п: 'p',
  π: 'p',
  h: 'n',
  s: 'c',
  u: 'y',
  д: 'd',
  δ: 'd',
  л: 'l',
  λ: 'l',
  и: 'i',
  г: 'g',
  б: 'b',
  з: 'z',
  қ: 'k',
  ў: 'y',
  ә: 'e',
  ң: 'n',
  '\u02bb': '',
  '\u02bc': '',
  '\u2018': '',
  '\u2019': '',
  "'": '',
  '`': '',
}

/**
 * Reduces letters to their appearance, regardless of alphabet: «Пoддержка» with a Latin o equals the Cyrillic
 * word.
 */
function skeleton(text: string): string {
  return Array.from(fold(text).text, (letter) => lookAlikes[letter] ?? letter).join('')
}

/** Names that suggest a member of the product's staff, in the languages of the region. `*` stands for any ending. */
const staffTitles = [
  'поддержк*',
  'техподдержк*',
  'техпод',
  'саппорт',
  'сапорт',
  'support*',
  'helpdesk',
  'підтримк*',
  'падтрымк*',
  'қолдау*',
  'qollab quvvatla*',
  'модератор*',
  'модераци*',
  'модерація',
  'moderator*',
  'moderation',
  'администратор*',
  'администраци*',
  'адміністратор*',
  'адміністраці*',
  'адміністратар*',
  'administrator*',
  'administration*',
  'админ',
  'админы',
  'админа',
  'админом',
  'админов',
  'админка',
  'админъ',
  'admin',
  'admins',
  'әкімші*',
  'podderzhk*',
  'podderjk*',
  'tehpodderzhk*',
  'texpodderzhk*',
  'administrats*',
  'administraci*',
]
const productNames = ['отклик', 'отклика', 'отклику', 'откликом', 'отклике', 'otklik', 'otklika']

/** Characters that people write in place of a letter. `letterPattern` knows further ones. */
const substitutes: Record<string, string> = { i: 'yj', c: '5', p: 'n' }

/** Builds a pattern that finds whole phrases in a text after `skeleton`, even if their letters are separated. */
function pattern(phrases: string[]): RegExp {
  const sources = phrases.map((phrase) =>
    Array.from(skeleton(phrase), (char) => {
      if (char === '*') return '\\p{L}{0,6}'
      return char === ' ' ? '[ ._-]{0,3}' : letterPattern(char, substitutes[char])
    }).join(''),
  )
  return new RegExp(`(?<!\\p{L})(?:${sources.join('|')})(?!\\p{L})`, 'u')
}

const reservedNames = pattern([...staffTitles, ...productNames])
/**
 * Pattern for a charity, such as a support fund. Its name contains "support", but it does not imitate the product's
 * staff.
 */
const charity = /(?:фонд|союз)\p{L}{0,3} поддержки/iu

const zones =
  'ru|com|net|org|me|io|su|рф|рус|москва|дети|online|site|shop|store|top|pro|info|biz|dev|app|club|xyz|link|live|tech|today|agency|studio|art|design|space|website|cc|ly|gg|gl|to|by|kz|ua|uz|uk|de'
/** Names of programs and sites that people work with. They look like links but are no contacts. */
const knownSites =
  /^(?:asp|ado|vb|ml|socket|draw|app\.diagrams|discord|three|booking|wix|tilda|figma|amazon|mail|avito|ozon|hh|gosuslugi|yandex|google|chat|monday|make|cal|crypto)\.(?:net|io|js|com|ru|cc|app)$/u
const host = /(?<![\p{L}\d@.-])(?:[\p{L}\d-]{2,63}\.){1,3}(?<zone>[\p{L}]{2,8})(?![\p{L}\d-])/gu
const zonePattern = new RegExp(`^(?:${zones})$`, 'u')

const mentions = [
  // A user name with `@`, on any social network.
  /(?<![\p{L}\d])@\s?[\p{L}\d_]{3}/u,
  // A short or full name of a messenger, followed by a user name.
  /(?<![\p{L}\d])(?:тг|тгк|tg|tgk|телега|телеграмм?|telegram|вк|vk|инст|инста|inst|insta|ig|wa|whatsapp|вац?ап|ватсап|вайбер|viber|скайп|skype|дискорд|discord)\s{0,2}(?:[:=—–-]\s{0,2}@?[a-z]|@)[a-z\d_.:#]{2}/iu,
  /(?<![\p{L}\d])(?:тг|тгк|tg|вк|vk|инст|инста|inst|insta|skype|discord|дискорд|скайп)\s{1,2}(?=[a-z\d_.]{0,30}[\d_.#])[a-z][\w.#]{3}/iu,
  /(?<![\p{L}\d])(?:вац?ап|ватсап|вайбер|viber|whatsapp|телефон|тел)\.?[\s:]{1,3}\+?\d{4}/iu,
  /(?:https?|www|tg)(?:[:\s]{1,2}[/\s]{0,2}|\.)[\p{L}\d]{1,30}[\s./?]/iu,
  /[\p{L}\d]\s?[[({](?:\.|dot|точка|тчк)[\])}]\s?\p{L}{2}/iu,
  /(?<!\p{L})(?:точка|dot|тчк)\s(?:ру|ком|ru|com|net|рф)(?!\p{L})/iu,
  /(?<![\p{L}\d])[a-z\d-]{3,30},(?:ru|com|net|org)(?!\p{L})/iu,
]

/**
 * True if the name of a person or company contains a contact, a link or a user name, by which people could avoid the
 * product.
 */
export function showsContact(text: string): boolean {
  if (findSuspicious(text).some(({ kind }) => kind !== 'scam')) return true
  const plain = fold(text).text
  const visible = text.normalize('NFKC').replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
  const hosts = Array.from(visible.toLowerCase().matchAll(host))
  if (hosts.some(({ 0: one, groups }) => zonePattern.test(groups?.zone ?? '') && !knownSites.test(one)))
    return true
  return mentions.some((one) => one.test(visible) || one.test(plain))
}

/**
 * Returns the reason for refusing the name of a person or company; undefined if the name is allowed.
 * @param bot user name of the product's bot
 */
export function nameFlaw(name: string, bot: string): NameFlaw | undefined {
  if (isReserved(name, bot)) return 'name_reserved'
  return showsContact(name) ? 'name_contacts' : undefined
}

function isReserved(name: string, bot: string): boolean {
  const letters = skeleton(name)
  const botLetters = lettersOf(skeleton(bot))
  if ([botLetters, botLetters.replace(/bot$/, '')].includes(lettersOf(letters))) return true
  const reversed = Array.from(letters).reverse().join('')
  return !charity.test(name) && (reservedNames.test(letters) || reservedNames.test(reversed))
}

const lettersOf = (text: string) => text.replace(/[^\p{L}]/gu, '')
