import { readPrefilledOrder } from '#contract/begun-order.ts'
import { hasWords, isEmptyValue, Link, Money, name, TimeOrDate, text } from '#contract/calls/fields.ts'
import { decodeQuery, parseStartParam } from '#contract/deep-links.ts'
import { cleanName } from '#contract/names.ts'
import { isPrintable, printedText } from '#contract/paper-letters.ts'
import { isValidAnswer, readQuestions } from '#contract/questions.ts'
import { receiptOf } from '#contract/receipts.ts'
import { parseId } from '#contract/row-id.ts'
import { encodeQuery } from '#contract/share-links.ts'
import { correctWords, isAllKnown, isSameWords } from '#contract/spelling/corrections.ts'
import { inCyrillic, onOtherKeyboard, soundsOf } from '#contract/spelling/keyboards.ts'
import {
  normalText,
  normalWord,
  rootOf,
  shapeOf,
  wordsOf as spelledWords,
  stemOf,
} from '#contract/spelling/letters.ts'
import { createVocabulary, keyOf } from '#contract/spelling/vocabulary.ts'
import { isTaxId } from '#contract/tax-id.ts'
import { skillKey, skillName, skillNames, skillsWithout } from '#db/reference/skills.ts'
import { likePattern } from '#services/admin/columns.ts'
import { findCards } from '#services/checks/cards.ts'
import { findNicks } from '#services/checks/contacts/mentions.ts'
import { isDisguised } from '#services/checks/contacts/messengers.ts'
import { findPhones } from '#services/checks/contacts/phones.ts'
import { findSuspicious } from '#services/checks/look.ts'
import { nameFlaw, showsContact } from '#services/checks/names.ts'
import { isDenied } from '#services/checks/scams/scams.ts'
import { fold, hasInvisible } from '#services/checks/skeleton.ts'
import { joinSpacedLetters, reverseView, withDigits } from '#services/checks/views.ts'
import { isPublicKey } from '#services/core/config/backup-key.ts'
import { safeMessage as errorWords, withoutSecrets } from '#services/core/config/secrets.ts'
import { resolvePositions } from '#services/core/text/source-places.ts'
import { claimedFormat, displayName, saveAs } from '#services/files/names.ts'
import { contentHash } from '#services/listings/content/content.ts'
import { bigChange } from '#services/listings/content/edit-size.ts'
import { review, suspiciousPlaces, suspiciousWords } from '#services/moderation/review/rules.ts'
import { longTexts, reviewedText, snapshot } from '#services/moderation/review/snapshot.ts'
import {
  changedShare,
  compareWords,
  emphasize,
  markPlaces,
  renderComparison,
  strikeThrough,
} from '#services/moderation/review/word-changes.ts'
import { escapeHtml, shorten } from '#services/notifications/format.ts'
import { noticeOf } from '#services/responses/shield/copies.ts'
import { isSpecific, lacksSpecificWords, wordsOf } from '#services/responses/shield/filler-words.ts'
import { printOf } from '#services/responses/shield/fingerprints.ts'
import { judgeText } from '#services/responses/shield/rules.ts'
import { readBrief } from '#services/spoken/brief.ts'
import { findCategory } from '#services/spoken/category.ts'
import { findHurry, findRemote } from '#services/spoken/circumstances.ts'
import { currencyCode } from '#services/spoken/currencies.ts'
import { findDay } from '#services/spoken/days.ts'
import { readOffer } from '#services/spoken/offer.ts'
import { plainOf } from '#services/spoken/plain.ts'
import { readPrice } from '#services/spoken/price.ts'
import { findSkills } from '#services/spoken/skills.ts'
import { findBudget } from '#services/spoken/sums.ts'
import { titleOf } from '#services/spoken/title.ts'
import { socialAddress } from '#services/users/profile/social-address.ts'
import { splitLinks } from '#web/features/chat/bubble/links.ts'
import { formatOf } from '#web/features/files/accepted.ts'
import { parseAmount } from '#web/features/listings/formats/money.ts'
import { isWebAddress } from '#web/features/profile/draft/web-address.ts'
import { findMatches } from '#web/features/search/results/find-matches.ts'
import { linesOf } from '#web/features/services/page/lines.ts'
import { bindWords, titleParts } from '#web/ui/glue.ts'

/** The date that counts as today for functions that need one. It is a Monday. */
const today = new Date('2026-11-23T00:00:00Z')
const content = (input: string) => ({ title: input, subtitle: input, tags: [input] })
const editWith = (input: string) => ({ listing: {}, text: { subtitle: input } })
const half = (input: string) => input.slice(0, input.length / 2)
const vocabulary = createVocabulary(
  ['логотип', 'программист', 'react', 'сайт'].map((shown) => ({ shown, isSure: true, count: 1 })),
)

type Readers = Record<string, Record<string, (input: string) => unknown>>

/**
 * All functions that read people's texts. They are called with texts of any length, because the length limits of the
 * fields do not apply here.
 */
export const readers: Readers = {
  'contract/begun-order.ts': { readPrefilledOrder },
  'contract/calls/fields.ts': {
    hasWords,
    isEmptyValue,
    Link: (input) => Link.safeParse(input),
    Moment: (input) => TimeOrDate.safeParse(input),
    Money: (input) => Money.safeParse(input),
    name: (input) => name(1, 120).safeParse(input),
    text: (input) => text(1, 5000).safeParse(input),
  },
  'contract/deep-links.ts': { decodeQuery, parseStartParam },
  'contract/row-id.ts': { parseId },
  'contract/names.ts': { cleanName },
  'contract/paper-letters.ts': { isPrintable, printedText },
  'contract/questions.ts': {
    readQuestions,
    isValidAnswer: (input) => isValidAnswer({ kind: 'number', text: '', min: 0, max: 1 }, input),
  },
  'contract/share-links.ts': { encodeQuery },
  'contract/spelling/corrections.ts': {
    correctWords: (input) => correctWords(input, vocabulary),
    isAllKnown: (input) => isAllKnown(input, vocabulary),
    isSameWords: (input) => isSameWords(input, input),
  },
  'contract/spelling/keyboards.ts': { inCyrillic, onOtherKeyboard, soundsOf },
  'contract/spelling/letters.ts': { normalText, normalWord, rootOf, shapeOf, stemOf, wordsOf: spelledWords },
  'contract/spelling/vocabulary.ts': { keyOf },
  'db/reference/skills.ts': {
    skillKey,
    skillName,
    skillNames: (input) => skillNames([input]),
    skillsWithout: (input) => skillsWithout([input], [input]),
  },
  'services/admin/columns.ts': { likePattern },
  'services/core/config/backup-key.ts': { isPublicKey },
  'services/core/config/secrets.ts': { withoutSecrets, wordsOf: (input) => errorWords(new Error(input)) },
  'contract/tax-id.ts': { isTaxId },
  'contract/receipts.ts': { receiptOf },
  'services/files/names.ts': { claimedFormat, saveAs, displayName: (input) => displayName(input, 'pdf') },
  'services/listings/content/content.ts': { contentHash: (input) => contentHash(content(input)) },
  'services/listings/content/edit-size.ts': {
    bigChange: (input) => bigChange(editWith(input), editWith(half(input))),
  },
  'services/checks/cards.ts': {
    findCards: (input) => findCards(withDigits(fold(input)), (at) => input.slice(Math.max(0, at - 64), at)),
  },
  'services/checks/look.ts': { findSuspicious },
  'services/checks/contacts/mentions.ts': {
    findNicks: (input) => findNicks(fold(input).text, (from, to) => input.slice(from, to)),
  },
  'services/checks/names.ts': { nameFlaw: (input) => nameFlaw(input, 'otklik_bot'), showsContact },
  'services/checks/contacts/messengers.ts': { isDisguised },
  'services/checks/contacts/phones.ts': {
    findPhones: (input) => findPhones(fold(input), (from, to) => input.slice(from, to)),
  },
  'services/checks/scams/scams.ts': { isDenied: (input) => isDenied(input, input) },
  'services/checks/skeleton.ts': { fold, hasInvisible },
  'services/checks/views.ts': {
    joinSpacedLetters: (input) => joinSpacedLetters(fold(input)),
    reverseView: (input) => reverseView(fold(input)),
    withDigits: (input) => withDigits(fold(input)),
  },
  'services/moderation/review/word-changes.ts': {
    markPlaces: (input) => markPlaces(input, [[0, input.length]]),
    emphasize,
    strikeThrough,
    renderComparison: (input) => renderComparison([{ is: 'added', text: input }]),
    compareWords: (input) => compareWords(`a ${input}`, `b ${half(input)} c`),
    changedShare: (input) => changedShare([{ is: 'added', text: input }]),
  },
  'services/moderation/review/rules.ts': {
    review: (input) => review({ texts: [input], is_known_author: true }),
    suspiciousPlaces,
    suspiciousWords: (input) => suspiciousWords([input]),
  },
  'services/moderation/review/snapshot.ts': {
    longTexts: (input) => longTexts(content(input)),
    reviewedText: (input) => reviewedText(content(input)),
    snapshot: (input) => snapshot(content(input)),
  },
  'services/notifications/format.ts': { escapeHtml, shorten: (input) => shorten(input, input.length - 1) },
  'services/responses/shield/copies.ts': { noticeOf: (input) => noticeOf(input, undefined) },
  'services/responses/shield/rules.ts': { judgeText: (input) => judgeText(input, 0) },
  'services/responses/shield/fingerprints.ts': { printOf },
  'services/responses/shield/filler-words.ts': { isSpecific, lacksSpecificWords, wordsOf },
  'services/spoken/brief.ts': { readBrief: (input) => readBrief(input, today) },
  'services/spoken/category.ts': { findCategory: (input) => findCategory(input, input) },
  'services/spoken/circumstances.ts': { findRemote, findHurry },
  'services/spoken/days.ts': { findDay: (input) => findDay(input, today) },
  'services/spoken/plain.ts': { plainOf },
  'services/spoken/currencies.ts': { currencyCode },
  'services/spoken/offer.ts': { readOffer },
  'services/spoken/price.ts': { readPrice },
  'services/spoken/skills.ts': { findSkills },
  'services/spoken/sums.ts': { findBudget },
  'services/core/text/source-places.ts': { resolvePositions },
  'services/spoken/title.ts': { titleOf: (input) => titleOf(input, ['до 5', 'сто']) },
  'services/users/profile/social-address.ts': {
    socialAddress: (input) => [socialAddress('whatsapp', input), socialAddress('linkedin', input)],
  },
  'web/features/chat/bubble/links.ts': { splitLinks },
  'web/features/files/accepted.ts': { formatOf },
  'web/features/listings/formats/money.ts': { parseAmount },
  'web/features/search/results/find-matches.ts': {
    findMatches: (text: string) => findMatches(text, text.slice(0, 100)),
  },
  'web/features/profile/draft/web-address.ts': { isWebAddress },
  'web/features/services/page/lines.ts': { linesOf },
  'web/ui/glue.ts': { bindWords, titleParts },
}

/** Folders and files in which every exported function reads people's texts, except the functions in `exceptions`. */
export const fullyListedFiles = [
  'services/spoken/',
  'services/checks/',
  'services/moderation/review/rules.ts',
  'services/moderation/review/snapshot.ts',
  'services/moderation/review/word-changes.ts',
  'services/responses/shield/',
  'services/files/names.ts',
  'services/users/profile/social-address.ts',
  'contract/names.ts',
  'contract/questions.ts',
  'web/ui/glue.ts',
  'web/features/chat/bubble/links.ts',
]

/** Functions that do not search through people's texts, grouped by the reason. */
export const exceptions = [
  // The text comes from the product, its developers or its operators.
  ...['services/spoken/plain.ts: words', 'services/checks/skeleton.ts: foldPattern'],
  ...['services/checks/spelling.ts: disguisedWords', 'services/checks/spelling.ts: words'],
  ...['services/checks/spelling.ts: phrases', 'services/checks/spelling.ts: letterPattern'],
  'web/app/scroll.ts: rememberScroll',
  'services/files/own-documents.ts: toJsonDocument',
  'services/users/profile/neutral-name.ts: isNeutral',
  'services/admin/confirmations/confirmed-acts.ts: actOf',
  ...[
    'db/address.ts: checkAddress',
    'services/cli/questions.ts: questionOf',
    'services/operations/backup/encryption.ts: parsePrivateKeys',
    'db/iso-time.ts: isoTime',
    'db/prepared.ts: nameOf',
    'services/core/servers/file-urls.ts: isKey',
  ],
  ...['web/build/typography.ts: bindRussianText', 'web/build/floor/hold.ts: findNewerStyles'],
  ...[
    'web/build/floor/style.ts: removeUnsupportedStyles',
    'web/app/loader.ts: setLoaderText',
    'web/client/http/url.ts: toRequestUrl',
  ],
  // The text comes from Robokassa's answers and registers.
  ...['readSum', 'readInvoice', 'readMoment', 'readType', 'readStatus', 'readCurrency'].map(
    (name) => `services/payments/register/cells.ts: ${name}`,
  ),
  'services/payments/robokassa/signature.ts: parseSum',
  // The function passes the text on without reading it.
  ...['web/features/session/local-store.ts: write', 'web/client/copy.ts: copyText'],
  'web/features/admin/frame/use-admin-formats.ts: unbroken',
  ...['web/client/copy.ts: copyOrShow', 'web/app/start-dialog.ts: showStartError'],
  ...['web/features/listing-form/draft/listing-draft.ts: jobTypeOf', 'contract/questions.ts: writeQuestions'],
  ...[
    'web/features/listing-form/draft/listing-draft.ts: toOption',
    'services/users/profile/entries.ts: foldedName',
  ],
  // Other functions in this list cover these ones. Their input is a fingerprint of limited size, or comes from the
  // database.
  ...['rarePairs'].map((name) => `services/responses/shield/copies.ts: ${name}`),
  ...['similarResponseArgs', 'updateResponseFinding'].map(
    (name) => `services/responses/shield/copies.ts: ${name}`,
  ),
  ...['leastCommonBits', 'sharedPercent'].map((name) => `services/responses/shield/fingerprints.ts: ${name}`),
  ...['listTemplates', 'addTemplate', 'removeTemplate', 'checkAgainstTemplates'].map(
    (name) => `services/responses/shield/templates.ts: ${name}`,
  ),
]
