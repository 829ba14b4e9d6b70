import { duration, grouped, type LimitRows, type ReadText, size } from './row.ts'

/** Texts of a form that takes no more characters: at once for a paste, and on the field. */
const tooLong = (max: number): ReadText[] => [
  ['validation.cut', { max }],
  ['validation.maxLength', { max }],
]
const tooShort = (min: number): ReadText => ['validation.minLength', { min }]

/** Limits of what people write and attach. */
export const writing: LimitRows = {
  title: ({ min, max }) => ({
    what: `Title of a listing: ${min} to ${max} characters`,
    who: 'authors',
    reads: [tooShort(min), ...tooLong(max)],
  }),
  description: ({ min, max }) => ({
    what: `Description of an order or vacancy: ${min} to ${max} characters`,
    who: 'authors',
    reads: [tooShort(min), ...tooLong(max)],
  }),
  vacancyText: ({ max }) => ({
    what: `Each other long text of a vacancy: ${max} characters`,
    who: 'employers',
    reads: tooLong(max),
  }),
  responseText: ({ max, warn }) => ({
    what: `Text of a response: ${max} characters; from ${warn} on the rest is counted`,
    who: 'freelancers',
    reads: [
      ['respond.limit', { max }],
      'bot.respond.letter',
      ['bot.respond.letter.long_other', { count: max + 1 }],
    ],
  }),
  message: ({ max }) => ({
    what: `A message of a chat: ${max} characters`,
    who: 'everybody who chats',
    reads: [['validation.cut', { max }]],
  }),
  name: ({ min, max }) => ({
    what: `A name: ${min} to ${max} characters`,
    who: 'everybody',
    reads: tooLong(max),
  }),
  link: ({ max }) => ({ what: `A link: ${max} characters`, who: 'everybody', reads: tooLong(max) }),
  search: ({ max }) => ({
    what: `Words of a search: ${max} characters`,
    who: 'everybody',
    reads: [['validation.cut', { max }]],
  }),
  tags: ({ count, length }) => ({
    what: `Tags of a listing: ${count}, each of ${length} characters`,
    who: 'authors through the API; the app has no tags',
    reads: ['errors.invalid_input'],
  }),
  skills: ({ count, length, chosen, suggested, common }) => ({
    what: `Skills: ${count}, each of ${length} characters; the form of a listing takes ${chosen}, ${suggested} are suggested, a spelling once ${common} people share it`,
    who: 'everybody',
    reads: [['create.skillsCount', { count: chosen, max: chosen }], 'errors.list_full'],
  }),
  services: ({ count, pictures, questions, question, days, closedDays }) => ({
    what: `Services of a profile: ${count}, each with ${pictures} pictures, ${questions} questions of ${question} characters and up to ${days} days of work; one is closed for ${closedDays} days at most`,
    who: 'freelancers',
    reads: [
      'errors.list_full',
      ['profileEdit.servicePicturesHint', { count: pictures }],
      ['profileEdit.serviceDaysWrong', { max: days }],
      ...tooLong(question),
    ],
  }),
  portfolioLinks: ({ count }) => ({
    what: `Links of a portfolio: ${count}`,
    who: 'freelancers',
    reads: ['errors.list_full'],
  }),
  works: ({ count, text, strip }) => ({
    what: `Pictures of a portfolio: ${count}, each with ${text} characters; cards show ${strip}`,
    who: 'freelancers',
    reads: ['errors.list_full', ...tooLong(text)],
  }),
  languages: ({ count }) => ({
    what: `Languages of a profile: ${count}`,
    who: 'freelancers',
    reads: ['errors.invalid_input'],
  }),
  questions: ({ count, length, option, options, number, answer }) => ({
    what: `Questions of a listing: ${count} of ${length} characters; ${options} choices of ${option}; numbers up to ${grouped(number)}; answers of ${answer}`,
    who: 'authors and freelancers',
    reads: tooLong(length),
  }),
  templates: ({ count }) => ({
    what: `Templates of responses: ${count}`,
    who: 'freelancers',
    reads: ['errors.list_full'],
  }),
  savedSearches: ({ count, name }) => ({
    what: `Saved searches: ${count}, each with a name of ${name} characters`,
    who: 'everybody',
    reads: ['errors.list_full'],
  }),
  price: ({ max }) => ({
    what: `A price: ${grouped(max)}, without the small coins`,
    who: 'everybody',
    reads: ['validation.number'],
  }),
  deadline: ({ ms }) => ({
    what: `A deadline: at most ${duration(ms)} ahead`,
    who: 'authors and executors',
    reads: ['validation.deadline', 'errors.invalid_input'],
  }),
  files: (l) => ({
    what:
      `Files: ${l.count} of a listing, response or message, ${size(l.bytes)} each, pictures of ${grouped(l.pixels)} pixels; ` +
      `in ${duration(86_400_000)} ${l.perDay.count} or ${size(l.perDay.bytes)}, without a confirmed phone ${l.perDayUnconfirmed.count} or ${size(l.perDayUnconfirmed.bytes)}; ` +
      `${l.savesPerHour} saved an hour, a second tap within ${duration(l.sameSaveMs)} is the first; the form of a response shows ${l.inResponseForm} rows; ` +
      `an address holds ${duration(l.linkMs)}, a file attached to nothing is deleted after ${duration(l.unattachedMs)}`,
    who: 'everybody',
    reads: [
      ['upload.tooMany', { max: l.count }],
      ['upload.tooLarge', { size: size(l.bytes) }],
      'bot.reply.large',
      'errors.too_many_files',
      'errors.too_many_saves',
    ],
  }),
  avatar: ({ bytes, type }) => ({
    what: `Picture of a profile: ${size(bytes)}, ${type}`,
    who: 'everybody',
    reads: ['errors.avatar_too_large', 'errors.avatar_not_png'],
  }),
}
