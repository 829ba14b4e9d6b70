import { foldPattern } from '#services/checks/skeleton.ts'
import { disguisedWords } from '#services/checks/spelling.ts'
import { dirtyWork, easyMoney } from './dirty-work.ts'
import { identityScams } from './identity-scams.ts'
import { overpayments, prepayments } from './money-scams.ts'

const giveVerbs = '(пришлите|сообщите|назовите|продиктуйте|отправьте|скажите)'

/**
 * Patterns of fraudulent offers. There are several small patterns, because the compile time of a pattern grows faster
 * than its length.
 */
export const scams = [
  disguisedWords('обнал(ичка|ичку|ичивание|ичиваем|ичим|ичу|ка)?', 'казино', 'ставки на спорт'),
  disguisedWords('кладмен~', 'закладчик~', '(ищу|ищем|нужны|набираем) дроп(ов|ы)', 'дроповод~'),
  disguisedWords('дроп(ы|ов)…карт~', 'карт~…дроп(ы|ов)'),
  disguisedWords('предоплат~ за (доступ|регистрац~|оформлени~|место|анкету|вакансию|обучени~)'),
  disguisedWords('внес(ите|ти) (депозит|залог|оплату|страхов~)', 'оплат(ите|ить) страхов(ой взнос|ую сумму)'),
  disguisedWords('легк(ие|ий) (деньги|заработок)', 'заработок без вложении'),
  disguisedWords('гарантированн(ый|ая|ую) (доход|прибыль)', 'влож(ите|и)…получите…(прибыль|доход)'),
  disguisedWords('перевед(ите|и) (деньги|на карту|средства)'),
  disguisedWords(`${giveVerbs}…(номер карты|данные~ карты|cvv|cvc|цвв)`),
  disguisedWords(`${giveVerbs}…код из (смс|sms|сообщения)`, '(send|tell|give)…(cvv|code from sms)'),
  disguisedWords('easy money', 'guaranteed (income|profit)', '(pay|send)…advance (fee|payment)'),
  disguisedWords('(buy|pay|send|purchase)…gift cards?', 'western union'),
  ...prepayments,
  ...overpayments,
  ...identityScams,
  ...dirtyWork,
  ...easyMoney,
]

const denials = 'без|кроме|не|нет|против|про|о|no|not|fake|without|about|against|except'
const denialBefore = new RegExp(foldPattern(`(?<![\\p{L}\\d])(?:${denials})\\s(?:\\p{L}{1,12}\\s){0,2}$`))

const denialAfter = new RegExp(
  foldPattern('^[\\s:,—-]{0,3}(?:нет|не|запрещ\\p{L}{0,5}|исключен\\p{L}{0,2})(?!\\p{L})'),
  'u',
)

/** True if the words around a fraudulent phrase show that the text rejects such offers or only talks about them. */
export function isDenied(before: string, after: string): boolean {
  return denialBefore.test(before) || denialAfter.test(after)
}
