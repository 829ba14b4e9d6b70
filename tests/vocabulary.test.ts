import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const readFile = (file: string) => readFileSync(path.join(root, file), 'utf8')

/**
 * Stems of words that the product's texts must not use. contract/texts/README.md lists each word, which is the key
 * here, with the word to use instead.
 */
const forbidden = {
  ru: {
    проект: /(?<!\p{L})проект/iu,
    фрилансер: /фрилансер/iu,
    подрядчик: /подрядчик/iu,
    контрактор: /контрактор/iu,
    специальность: /специальност/iu,
    специализация: /специализаци/iu,
    должность: /должност/iu,
    позиция: /(?<!\p{L})позици/iu,
    'рабочее место': /рабоч\p{L}+ мест/iu,
    'платная публикация': /(?:платн\p{L}+|оплат\p{L}+|продл\p{L}+|срок\p{L}*) публикаци/iu,
    профессия: /(?<!\p{L})професси/iu,
    объява: /(?<!\p{L})объяв(?!л)/iu,
    лот: /(?<!\p{L})лот(?:ы|а|у|ов)?(?!\p{L})/iu,
    продвинутый: /продвинут/iu,
    продвижение: /продвиж|продвига/iu,
    'платный отклик': /платн\p{L}+ отклик/iu,
    'список лучших': /спис\p{L}+ лучших/iu,
    'шорт-лист': /шорт-?лист/iu,
    заблокировать: /блокир/iu,
    аккаунт: /аккаунт/iu,
    'учётная запись': /уч[её]тн\p{L}+ запис/iu,
    автор: /(?<!\p{L})автор(?!из|ит)/iu,
    переписка: /переписк/iu,
    доля: /(?<!\p{L})дол(?:я|ю|и|ей|е|ях)(?!\p{L})/iu,
    показатель: /показател/iu,
    карточка: /карточ/iu,
  },
  en: {
    project: /\bprojects?\b/i,
    vacancy: /\bvacanc(?:y|ies)\b/i,
    job: /\bjobs?\b(?! posts?\b)/i,
    executor: /\bexecutors?\b/i,
    contractor: /\bcontractors?\b/i,
    performer: /\bperformers?\b/i,
    customer: /\bcustomers?\b/i,
    buyer: /\bbuyers?\b/i,
    field: /\bfields?\b/i,
    speciality: /\bspecialit(?:y|ies)\b/i,
    specialty: /\bspecialt(?:y|ies)\b/i,
    advert: /\badverts?\b/i,
    ad: /\bads?\b/i,
    placement: /\bplacements?\b/i,
    'listing fee': /\blisting fees?\b/i,
    'free publication': /\b(?:free|paid) publications?\b/i,
    promotion: /\bpromot(?:e|ed|es|ing|ion)\b/i,
    'paid response': /\bpaid responses?\b/i,
    'short list': /\bshort lists?\b/i,
    block: /\b(?:un)?block(?:s|ed|ing)?\b/i,
    author: /\bauthors?\b/i,
    conversation: /\bconversations?\b/i,
    share: /\b(?:a|an|the|no|its|their|your|this) shares?\b/i,
    indicator: /\bindicators?\b/i,
    card: /\bcards?\b/i,
  },
} as const
type Language = keyof typeof forbidden

/**
 * Texts that staff read. A name that ends with a dot is the beginning of keys. Staff call whoever wrote the text in
 * question its author, because that can be a client, an employer or a freelancer.
 */
const staff = ['admin.', 'bot.moderation.', 'errors.content_changed']

/** Texts about the cards that staff decide on. The privacy policy says that these remain in the staff's chats. */
const staffCards = [
  ...['admin.', 'bot.moderation.', 'bot.cards.', 'bot.command.cards.', 'bot.support.unknown'],
  ...['message.staffChat.', 'policy.stored.text'],
]

/** Texts about a bank card. */
const bankCards = [
  ...['message.payment_refunded', 'bot.operator.', 'operator.receipts.', 'user.outside.text'],
  ...['policy.payments.text', 'payment.otherWay'],
]

/** Keys of texts about one person blocking another. */
const blocking = [
  'policy.stored.text',
  ...['more.block', 'more.unblock', 'block.title', 'block.ok', 'block.done', 'block.undone'],
  ...['chat.blocked', 'user.blockedByYou.title', 'privacy.blocked'],
  ...['blocked.unblock', 'blocked.empty.title', 'blocked.empty.text'],
]

/**
 * Keys of texts that may still contain such a word, because the word is prescribed by the specification, is the unit of
 * a price or a form field, names Telegram's own account, or because staff read it.
 */
const allowed: Record<Language, Record<string, string[]>> = {
  ru: {
    фрилансер: ['profile.iAmFreelancer', 'kit.freelancer'],
    проект: [
      'option.workFormat.fixed',
      'option.workFormat.fixedShort',
      'option.jobType.project',
      'card.perProject',
      'create.perProject',
      'kit.perProject',
      'bot.moderation.price.fixed',
      'channel.unit.fixed',
      'admin.value.project',
    ],
    заблокировать: blocking,
    автор: staff,
    карточка: staffCards,
    аккаунт: ['policy.telegram.text'],
    'учётная запись': ['policy.stored.text'],
  },
  en: {
    project: [
      'option.workFormat.fixed',
      'option.workFormat.fixedShort',
      'option.jobType.project',
      'card.perProject',
      'create.perProject',
      'kit.perProject',
      'bot.moderation.price.fixed',
      'channel.unit.fixed',
      'admin.value.project',
    ],
    job: ['filters.jobType', 'admin.field.job_type'],
    author: staff,
    card: [...staffCards, ...bankCards],
    block: [
      ...blocking,
      ...['message.button.hide_author', 'message.button.show_author'],
      ...['message.moderation_report_closed.dismissed', 'message.moderation_report_closed.dismissed.'],
    ],
    field: ['errors.invalid_input', 'validation.required', 'validation.summary', 'kit.fields'],
  },
}

const stem = (key: string) => key.replace(/_(one|few|many|other)$/, '')
const isNamedBy = (name: string, key: string) => (name.endsWith('.') ? key.startsWith(name) : key === name)
const wordsOf = (language: Language) => Object.entries(forbidden[language]) as [string, RegExp][]

describe.each(['ru', 'en'] as const)('%s', (language) => {
  const texts = globSync(`contract/texts/${language}/*.json`, { cwd: root }).flatMap((file) =>
    Object.entries(JSON.parse(readFile(file)) as Record<string, string>),
  )

  test.each(wordsOf(language))('nobody says %s', (word, pattern) => {
    // Names of placeholders in braces are not visible text, so they are removed.
    const matchingTexts = texts.filter(([, text]) => pattern.test(text.replaceAll(/\{\{\w+\}\}/g, '')))
    const forbiddenTexts = matchingTexts.filter(
      ([key]) => !allowed[language][word]?.some((name) => isNamedBy(name, stem(key))),
    )
    expect(forbiddenTexts).toEqual([])
  })

  test('every exception is one', () => {
    const needlessExceptions = Object.entries(allowed[language]).flatMap(([word, names]) =>
      names.filter((name) => {
        const pattern = wordsOf(language).find(([forbiddenWord]) => forbiddenWord === word)?.[1]
        return !texts.some(([key, text]) => isNamedBy(name, stem(key)) && pattern?.test(text))
      }),
    )
    expect(needlessExceptions).toEqual([])
  })

  test('the table of the texts names each of these words', () => {
    const rows = readFile('contract/texts/README.md')
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|').map((cell) => cell.trim())[language === 'ru' ? 4 : 5] ?? '')
    const namedWords = rows.slice(2).flatMap((cell) => cell.split(', ').filter(Boolean))
    expect(namedWords.sort()).toEqual(Object.keys(forbidden[language]).sort())
  })
})

/**
 * Checks Russian texts in the code itself. Excludes automatic checks and the reading of people's messages, which contain
 * words that other people use, and the provider's files, whose headings the provider chooses.
 */
test('the code itself says none of these words in Russian', () => {
  const sources = globSync('{contract,services,workers,web}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) =>
      !/\.test\.|\/dist\/|services\/checks\/|services\/spoken\/|responses\/shield\/|payments\/register\/|users\/skill-suggestions/.test(
        file,
      ),
  )
  const violations = sources.flatMap((file) => {
    const code = readFile(file).replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*/g, '')
    return wordsOf('ru').flatMap(([word, pattern]) => (pattern.test(code) ? [`${file}: ${word}`] : []))
  })
  expect(sources.length).toBeGreaterThan(500)
  expect(violations).toEqual([])
})

/**
 * Checks English sentences in the code: a capital letter, then words. Excludes errors and descriptions of API calls,
 * which use the API's words for developers, and metrics, which are about jobs in queues.
 */
test('the code itself says none of these words in English', () => {
  const sources = globSync('{contract,services,workers,web}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.|\/dist\/|services\/checks\/|operations\/metrics|api\/openapi/.test(file),
  )
  const violations = sources.flatMap((file) => {
    const code = readFile(file).replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*|new \w*Error\([^)]*\)/g, '')
    const sentences = [...code.matchAll(/['"`]([A-Z][a-z]+ [^'"`\n]+)['"`]/g)].map(([, text = '']) => text)
    return sentences.flatMap((text) =>
      wordsOf('en').flatMap(([word, pattern]) => (pattern.test(text) ? [`${file}: ${word} in ${text}`] : [])),
    )
  })
  expect(sources.length).toBeGreaterThan(500)
  expect(violations).toEqual([])
})
