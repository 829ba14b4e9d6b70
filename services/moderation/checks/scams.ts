import { foldPattern } from './skeleton.ts'
import { spelt } from './spelling.ts'

const offers = spelt(
  ...[
    'обнал(ичка|ичку|ичивание|ичиваем|ичим|ичу|ка)?',
    'казино',
    'ставки на спорт',
    'кладмен~',
    'закладчик~',
  ],
  ...['(ищу|ищем|нужны|набираем) дроп(ов|ы)', 'дроп(ы|ов)…карт~', 'карт~…дроп(ы|ов)', 'дроповод~'],
  ...['предоплат~ за (доступ|регистрац~|оформлени~|место|анкету|вакансию|обучени~)'],
  ...['внес(ите|ти) (депозит|залог|оплату|страхов~)', 'оплат(ите|ить) страхов(ой взнос|ую сумму)'],
  ...['легк(ие|ий) (деньги|заработок)', 'заработок без вложении', 'гарантированн(ый|ая|ую) (доход|прибыль)'],
  ...['перевед(ите|и) (деньги|на карту|средства)', 'влож(ите|и)…получите…(прибыль|доход)'],
  ...['(пришлите|сообщите|назовите|продиктуйте|отправьте|скажите)…(номер карты|данные~ карты|cvv|cvc|цвв)'],
  ...['(пришлите|сообщите|назовите|продиктуйте|отправьте|скажите)…код из (смс|sms|сообщения)'],
  ...['easy money', 'guaranteed (income|profit)', '(pay|send)…advance (fee|payment)'],
  ...['(buy|pay|send|purchase)…gift cards?', 'western union', '(send|tell|give)…(cvv|code from sms)'],
)

/** What stands a few words before an offer that is spoken about, not made. */
const denied = foldPattern(
  '(?<!(?:без|кроме|не|нет|против|про|о|no|not|fake|without|about|against|except)\\s(?:\\p{L}{1,12}\\s){0,2})',
)

/** Offers that are not work. */
export const scams = new RegExp(denied + offers.source, offers.flags)
