import { readFileSync } from 'node:fs'
import { guideFile, peopleFile } from './paths.ts'

interface Person {
  id: number
  first_name: string
  last_name?: string
  role_note_ru: string
  role_note_en: string
}

interface Step {
  title_ru: string
  title_en: string
  hint_ru: string
  hint_en: string
}

const separator = '-'.repeat(78)

/** Text shown after `npm start`. */
export function welcomePage(addresses: {
  desk: string
  api: string
  robokassa: string
  logs: string
}): string {
  const people: Person[] = JSON.parse(readFileSync(peopleFile, 'utf8'))
  const names = people.map((one) => [one.first_name, one.last_name].filter(Boolean).join(' '))
  const width = Math.max(...names.map((name) => name.length))
  const peopleLines = (note: 'role_note_ru' | 'role_note_en') =>
    people.map((one, index) => `    ${names[index]?.padEnd(width)}  ${one[note]}`)
  const guide: Step[] = JSON.parse(readFileSync(guideFile, 'utf8'))
  const steps = (title: 'title_ru' | 'title_en', hint: 'hint_ru' | 'hint_en') =>
    guide.flatMap((step, index) => [`    ${index + 1}. ${step[title]}.`, ...wrapText(step[hint], '       ')])
  return [
    separator,
    `  Отклик: откройте  ${addresses.desk}/__desk`,
    '',
    '  Это Telegram в миниатюре: слева люди, справа их чаты и мини-приложение.',
    '  Люди:',
    ...peopleLines('role_note_ru'),
    '',
    '  С чего начать (страница ведёт по этим шагам сама):',
    ...steps('title_ru', 'hint_ru'),
    '',
    separator,
    `  Otklik: open  ${addresses.desk}/__desk`,
    '',
    '  A small Telegram: people on the left, their chats and the mini-app on the right.',
    '  People:',
    ...peopleLines('role_note_en'),
    '',
    '  Try first (the page leads through these steps itself):',
    ...steps('title_en', 'hint_en'),
    separator,
    `  API ${addresses.api}   Robokassa ${addresses.robokassa}   logs ${addresses.logs}`,
    '  Ctrl-C stops everything; `npm start -- --fresh` starts over.',
    separator,
  ].join('\n')
}

/** Wraps a text to the page's width. */
function wrapText(text: string, indent: string): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const extendedLine = `${lines.at(-1)} ${word}`.trim()
    if (indent.length + extendedLine.length > separator.length) lines.push(word)
    else lines[lines.length - 1] = extendedLine
  }
  return lines.map((one) => indent + one)
}
