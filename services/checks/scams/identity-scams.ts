import { phrases } from '#services/checks/spelling.ts'

const sendVerbs =
  '(пришл(ите|и)|присыла(ите|и)|скин(ьте|ь)|скидываи(те)?|отправ(ьте|ь)|вышл(ите|и)|сбрось(те)?|предоставьте|загрузите|надішліть|дашліце)'
const tellVerbs =
  '(сообщ(ите|и)|продиктуи(те)?|назов(ите|и)|скаж(ите|и)|скажіть|повідомте|пришл(ите|и)|отправь(те)?|надішліть|введите)'
const pictures = '(фото|фотографи~|скан~|селфи|копи~|снимок|сурет~)'

/** Phrases that ask for documents, codes or passwords, which no client needs. */
export const identityScams = [
  phrases(`${sendVerbs}…(паспорт~|пашпарт~|снилс|прописк~|фото карт~|данные карт~|номер карт~)`),
  phrases(
    `(нужн(о|ы|а)|нужен) ${pictures}…(с паспортом|паспорта в руке|карт~ с двух)`,
    `${pictures} с паспортом`,
  ),
  phrases(
    `${pictures} карт~ с (двух|обе)`,
    'нужн(ы|о|а|ен) (ваш~ )?(номер|данные) карт~',
    'три цифры (сзади|на обороте)',
  ),
  phrases(
    `${tellVerbs}…код~…(смс|sms|банк~|сообщени~|телеграм~|подтвержд~|для входа)`,
    `${tellVerbs}…код~ которы(и|е)`,
  ),
  phrases(
    'придет код…(пришл~|сообщ~|продикту~|назов~)',
    'последние (четыре )?цифр~ карт~',
    'код~ (із|з) смс',
  ),
  phrases('(даите|скин(ь|ьте)|пришл(ите|и)|ваш|своему|вашему|свои|парол~ от)…(онлаин банк~|госуслуг~)'),
  phrases('(установите|поставьте|скачаите)…(anydesk|rustdesk|teamviewer|apk|энидеск)'),
  phrases('паспорт~…жіберіңіз', 'карта~…жіберіңіз', 'pasport~…yuboring', '(karta|sms kod)~…yuboring'),
  phrases(
    'photo of your (id|passport|card)',
    '(send|submit|upload)…passport scan',
    'selfie holding',
    'card number and cvv',
  ),
  phrases('(tell|send|give)…code…(sms|receive)', '(give|send) us your bank', 'bank login'),
]
