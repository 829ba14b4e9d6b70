import { disguisedWords, words } from '#services/checks/spelling.ts'

/** Pattern for the names of messengers, also when people disguise the spelling. */
export const messengerNames = disguisedWords(
  ...['telegramm?', 'telega', 'whatsapp?', 'wats app?', 'viber'],
  ...[
    'телеграмм?(чик|е|а|у|ом)?',
    '(ватс|вотс|уотс) апп?(е|а|у|ом)?',
    '(ва|во)цап(е|а|у)?',
    '(вайбер|вибер)(е|а|у)?',
  ],
  ...['т грам', 'тэ гэ', 'телег(а|е|у)', 'инст(а|е|у)', 'инстаграмм?(е|а|у)?', 'скаип(е|а)?'],
)
/** Pattern for the names of messengers in a reversed text, because people write the names backwards. */
export const reversedNames = disguisedWords('telegram', 'whatsapp', 'viber', 'телеграмм?', 'ватсап', 'вайбер')
/**
 * Pattern for the ordinary spelling of a messenger's name, also with a Russian ending. The text must be in lower case
 * and otherwise unchanged.
 */
export const plainName =
  /^(?:telegramm?|телег[аеу]|whats[ -]?app|viber|телеграмм?(?:е|а|у|ом)?|(?:ватс|вотс|уотс)апп?(?:е|а|у|ом)?|(?:вай|ви)бер(?:е|а|у)?|инст[аеу]|инстаграмм?(?:е|а|у)?|insta(?:gram)?|скайп(?:е|а)?)$/u

const officialNames =
  'telegramm?|whats ?app|viber|телеграмм?(?:е|а|у|ом)?|(?:в[ао]тс|уотс) ?апп?(?:е|а|у|ом)?|в[ао]йбер(?:е|а|у)?|вибер(?:е|а|у)?'
const slangNames = [
  ...[
    'телег[аеиу]',
    'тележк[еу]',
    'тг',
    'т\\.г\\.?',
    'тэ ?гэ',
    'tg',
    'в[ао]цап(?:е|а|у)?',
    'в[ао]тс',
    'вайб',
  ],
  ...[
    'инст[аеу]',
    'инстаграмм?(?:е|а)?',
    'insta(?:gram)?',
    'скайп(?:е|а)?',
    'skype',
    'discord',
    'дискорд(?:е|а)?',
  ],
  ...['signal', 'вк', 'vk', 'wa', 'whats up', 'лс', 'личк[уе](?: вк| тг)?', 'директ(?:е)?', 'dm'],
]
const anyMessenger = `(?:${officialNames}|${slangNames.join('|')})`
/**
 * Words such as "bot" or "channel". A messenger's name before such a word means work for that messenger, so the text is
 * no invitation to write there.
 */
const notWorkSubject =
  '(?![\\s-]{1,2}(?:канал|бот|чат-?бот|магазин|групп|рассыл|реклам|ads|api|mini|business|channel|bot|shop|group|server|сервер))'
const invitationVerbs = [
  ...['(?:на|от)?пиши(?:те)?', 'отпиши(?:те|с)', 'стучи(?:те|сь|тесь)?', 'стучит[еь]с[ья]?', 'звони(?:те)?'],
  ...['свяжи(?:тесь|сь)', 'связь', 'связывай(?:тесь|ся)', 'отвеч[ау]\\p{L}{0,3}', 'обсудим', 'жду', 'ждем'],
  ...['скину', 'скидывай(?:те)?', 'присылай(?:те)?', 'общаемся', 'ищи(?:те)?', 'найди(?:те)?', 'найдете'],
  ...['зови(?:те)?', 'заходи(?:те)?', 'заглядывай(?:те)?', 'приходи(?:те)?', 'набирай(?:те)?'],
  ...['лови(?:те)?', 'набери(?:те)?', 'спишемся', 'дублируй(?:те)?', 'шли(?:те)?'],
  ...['добавляй(?:тесь|ся)', 'переходи(?:те)?', 'маякни(?:те)?', 'лучше', 'быстрее', 'удобнее', 'контакты?'],
]
const englishVerbs = [
  'write',
  'text',
  'ping',
  'message',
  'dm',
  'hit',
  'add',
  'find',
  'contact',
  'reach',
  'call',
  'chat',
]
const handle = '@?[a-z][a-z\\d]{0,30}[_.\\d#][\\w.#]{0,31}'
const colon = '\\s{0,2}[:=—–-]\\s{0,2}'

/** Phrases that invite people to continue the conversation in another messenger. */
export const invitations = words(
  `(?:${invitationVerbs.join('|')})(?:\\s\\p{L}{1,12}){0,2}\\s{1,3}(?:в|во|на|по|через)\\s{1,3}${anyMessenger}${notWorkSubject}`,
  `(?:${englishVerbs.join('|')})(?:\\s(?:me|us|up|only|directly)){0,2}\\s(?:up\\s)?(?:on|in|via|at|by)\\s(?:my\\s)?${anyMessenger}${notWorkSubject}`,
  `(?:contact|write|text|send)\\s\\p{L}{1,8}(?:\\s\\p{L}{1,8}){0,3}\\sto\\smy\\s${anyMessenger}${notWorkSubject}`,
  `${anyMessenger}(?: для связи(?! с (?:клиент|покупател))|,? (?:пишите|пиши|стучите|стучись|отвечу|отвечаю|отвечаем|номер дам|ник)|\\s?:\\s?(?:пиши|жду))`,
  `(?:мо[йея]|моем|моему|моей|my) ${anyMessenger}${notWorkSubject}`,
  '(?:мо[йея]|моем|моему|my) (?:почта|номер|ник|номере|number|nick|nickname)',
  `${anyMessenger}${colon}${handle}`,
  `${anyMessenger}, same number`,
  `(?:${anyMessenger}|ник) @?[a-z][a-z\\d]{0,30}_\\w{1,31}`,
  '(?:same|ник) (?:nick|тот же|такой же|как (?:тут|здесь))',
  'в (?:син|голуб|бел|бумажн)\\p{L}{2,3} самолетик\\p{L}{0,2}',
  '(?:зелен|син)\\p{L}{2,3} мессенджер\\p{L}{0,2}|мессенджер\\p{L}{0,2} на букву',
  '(?:вк|vk)[\\s:]{1,3}(?:com[\\s/]{0,3})?id\\d{4,12}',
  'звоните(?! (?:клиент|покупател|по баз)|, пишите)',
)

/** True if a messenger's name is not in its usual spelling. */
export function isDisguised(spelling: string): boolean {
  return !plainName.test(
    spelling
      .normalize('NFC')
      .toLowerCase()
      .trim()
      // The lookbehind lets a match start only at the first separator. Matches from every separator would take
      // quadratic time.
      .replace(/(?<![\s._*|~/-])[\s._*|~/-]+$/u, ''),
  )
}
