import { readFileSync } from 'node:fs'
import { peopleFile } from './paths.ts'

interface Person {
  id: number
  first_name: string
  last_name?: string
  role_note_ru: string
  role_note_en: string
}

const line = '-'.repeat(78)

/** The one page a person reads after `npm start`. */
export function welcomePage(places: { desk: string; api: string; robokassa: string; logs: string }): string {
  const people: Person[] = JSON.parse(readFileSync(peopleFile, 'utf8'))
  const names = people.map((one) => [one.first_name, one.last_name].filter(Boolean).join(' '))
  const width = Math.max(...names.map((name) => name.length))
  const list = (note: 'role_note_ru' | 'role_note_en') =>
    people.map((one, index) => `    ${names[index]?.padEnd(width)}  ${one[note]}`)
  return [
    line,
    `  Отклик: откройте  ${places.desk}/__desk`,
    '',
    '  Это Telegram в миниатюре: слева люди, справа их чаты и мини-приложение.',
    '  Люди:',
    ...list('role_note_ru'),
    '',
    '  С чего начать:',
    '    1. Выберите заказчика, нажмите /start в чате с ботом и откройте приложение.',
    '    2. Создайте заказ и оплатите его (деньги ненастоящие).',
    '    3. Переключитесь на модератора: в чате модераторов появится карточка, одобрите её.',
    '    4. Переключитесь на исполнителя: он получит сообщение о заказе, откликнитесь.',
    '    5. Вернитесь к заказчику: пришло сообщение об отклике.',
    '',
    line,
    `  Otklik: open  ${places.desk}/__desk`,
    '',
    '  A small Telegram: people on the left, their chats and the mini-app on the right.',
    '  People:',
    ...list('role_note_en'),
    '',
    '  Try first: as a client press /start in the chat with the bot, open the app, create an order',
    "  and pay for it (no real money); as the moderator approve the card in the moderators' chat;",
    '  as a freelancer open the message about the order and respond; as the client read the answer.',
    line,
    `  API ${places.api}   Robokassa ${places.robokassa}   logs ${places.logs}`,
    '  Ctrl-C stops everything; `npm start -- --fresh` starts over.',
    line,
  ].join('\n')
}
