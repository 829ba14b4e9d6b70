import { expect, test } from 'vitest'
import { correctWords, isSameWords } from './corrections.ts'
import { distance } from './distance.ts'
import { inCyrillic, isBelow, isBeside, onOtherKeyboard } from './keyboards.ts'
import { normalText, normalWord, rootOf, stemOf, wordsOf } from './letters.ts'
import { createVocabulary } from './vocabulary.ts'

const vocabulary = createVocabulary(
  [
    { shown: 'гравировка', isSure: false, count: 1 },
    { shown: 'верстак', isSure: false, count: 1 },
    { shown: 'каталог', isSure: false, count: 5 },
    { shown: 'Roblox', isSure: false, count: 1 },
    { shown: 'татуировки', isSure: false, count: 1 },
    { shown: 'честный', isSure: false, count: 1 },
    { shown: 'знак', isSure: false, count: 1 },
    { shown: 'джингл', isSure: false, count: 1 },
    { shown: 'съёмка под водой', isSure: false, count: 1 },
    { shown: 'пись', isSure: false, count: 1 },
    { shown: 'колл-центр', isSure: false, count: 1 },
  ],
  [
    { name: 'чат-бот', others: ['chatbot'] },
    { name: 'ВКонтакте', others: ['vk', 'вк'] },
    { name: 'Яндекс Директ', others: ['yandex direct'] },
    { name: 'UX/UI', others: [] },
    { name: 'Power BI', others: ['powerbi'] },
    { name: 'видеомонтаж', others: ['видео', 'монтаж'] },
    { name: 'Photography', others: [] },
    { name: '3D', others: [] },
    { name: 'Excel', others: [] },
    { name: 'программист', others: ['programmer'] },
    { name: 'вёрстка', others: [] },
    { name: 'монтаж видео', others: [] },
    { name: 'логотип', others: ['logo'] },
    { name: 'PHP', others: [] },
    { name: 'Python', others: ['питон'] },
    { name: 'перевод', others: ['translation'] },
  ],
)

test.each([
  ['програмист', ['программист']],
  ['програмиста', ['программист']],
  ['ghjuhfvvbcn', ['программист']],
  ['ЛОГОТП', ['логотип']],
  ['рнр', ['PHP']],
  ['питон', ['Python']],
  ['logo', ['логотип']],
  ['лого тип', ['логотип']],
  ['монтажвидео', ['монтаж видео']],
  ['граверовка каталогов', ['гравировка каталогов']],
  ['programist', ['программист']],
  // As it sounds in the other alphabet, by single letters or as English reads them.
  ['роблокс', ['Roblox']],
  ['ропблокс', ['Roblox']],
  ['photografy', ['Photography']],
  // Words that are typed as one, and abbreviations.
  ['чатбот', ['чат-бот']],
  ['uxui', ['UX/UI']],
  ['честныйзнак', ['честный знак']],
  ['powerbi', ['Power BI']],
  ['колцентра', ['колл-центр']],
  ['вк', ['вконтакте']],
  // Keys above and below, and the slash of the Russian keyboard.
  ['джинол', ['джингл']],
  ['гч.гш', ['UX UI']],
  ['ЗД', ['3D']],
  // The key beside that of the first letter.
  ['шравировка', ['гравировка']],
  // A letter left out of a short word, but not its first one.
  ['exel', ['Excel']],
  // Only the last word may still be typed.
  ['программис логотип', ['программист логотип']],
])('%j is corrected to %j', (typed, expected) => {
  expect(correctWords(typed, vocabulary).slice(0, 1)).toEqual(expected)
})

test('right words, words still typed, quotes, excluded words and long texts are left alone', () => {
  const keyboardOnly = (text: string) => correctWords(text, vocabulary).slice(0, -1)
  expect(keyboardOnly('программисты')).toEqual([])
  expect(keyboardOnly('програ')).toEqual([])
  expect(keyboardOnly('верстак')).toEqual([])
  // A translation is another word and no other spelling.
  expect(keyboardOnly('translation')).toEqual([])
  expect(correctWords('"програмист"', vocabulary)).toEqual([])
  expect(correctWords('логотип -програмист', vocabulary)).toEqual([])
  expect(correctWords('програмист '.repeat(9), vocabulary)).toEqual([])
})

test('a known word is tried in the other alphabet, joined with its neighbour, and in the form of the titles', () => {
  expect(correctWords('yandex', vocabulary)).toEqual(['яндекс'])
  expect(correctWords('ux ui', vocabulary)).toEqual(['UX/UI'])
  expect(correctWords('видео монтаж', vocabulary)).toEqual(['видеомонтаж'])
  expect(correctWords('татуировок', vocabulary)).toEqual(['татуировки'])
  expect(isSameWords('татуировок', 'татуировки')).toBe(true)
  expect(isSameWords('татуировка', 'тату')).toBe(false)
})

test('single letters, and words that only begin or end like known ones, are no mistakes', () => {
  expect(correctWords('C', vocabulary)).toEqual([])
  expect(correctWords('xcel', vocabulary).filter((text) => /[a-z]/i.test(text))).toEqual([])
  expect(correctWords('подпись', vocabulary).filter((text) => /[а-я]/.test(text))).toEqual([])
})

test('words that some text has are corrected only for a likely slip, and to sure words', () => {
  expect(correctWords('програмист', vocabulary, true)).toEqual(['программист'])
  expect(correctWords('верстак', vocabulary, true)).toEqual([])
  expect(correctWords('гравироква', vocabulary, true)).toEqual([])
})

test.each([
  ['дизайнер'.normalize('NFD'), 'дизайнер'],
  ['Вёрстка', 'верстка'],
  ['дизaйн', 'дизайн'],
  ['аmоCRM', 'amocrm'],
  ['SEOшник', 'seoшник'],
  ['С++', 'c++'],
  ['1C', '1с'],
])('%j has the normal form %j', (word, normal) => {
  expect(normalWord(word)).toBe(normal)
})

test('a text keeps what stands between its words; names with signs are single words', () => {
  expect(normalText('Вёрстка, С++ и 1C-Битрикс')).toBe('верстка, c++ и 1с-битрикс')
  expect(wordsOf('C# и .NET, network').map(({ normal }) => normal)).toEqual(['c#', 'и', '.net', 'network'])
})

test('a form of a word has its stem; likely mistakes cost less', () => {
  expect(['логотипы', 'логотипов', 'логотипами'].map(stemOf)).toEqual(Array(3).fill('логотип'))
  expect(distance('програмист', 'программист', 2)).toBe(0.5)
  expect(distance('лгоотип', 'логотип', 2)).toBe(0.75)
  expect(distance('дезайн', 'дизайн', 2)).toBe(0.5)
  expect(distance('паркинг', 'парсинг', 1)).toBeGreaterThan(1)
  expect(distance('джинол', 'джингл', 2)).toBe(1)
  expect(['обложка', 'обложек', 'обложками'].map(rootOf)).toEqual(Array(3).fill('обложк'))
  expect(['сценарий', 'сценариев', 'сценарию'].map(stemOf)).toEqual(Array(3).fill('сценар'))
  expect(['урок', 'уроки'].map(rootOf)).toEqual(['урок', 'урок'])
  // Letters are swapped only if each stands where the other should.
  expect(distance('сайт', 'стайт', 3)).toBe(1)
  expect(distance('салат', 'сат', 3)).toBe(2)
})

test.each([
  ['borshch', 'борщ'],
  ['schet', 'щет'],
  ['shchuka', 'щука'],
  ['shuba', 'шуба'],
  ['chehol', 'чехол'],
  ['zhurnal', 'журнал'],
  ['khalva', 'халва'],
  ['tsena', 'цена'],
  ['yubka', 'юбка'],
  ['yama', 'яма'],
  ['yolka', 'елка'],
  ['sayt', 'сайт'],
  ['kley', 'клей'],
  ['boy', 'бой'],
  ['rabochiy', 'рабочий'],
  ['duy', 'дуй'],
  ['pyl', 'пыл'],
  ['figma', 'фигма'],
  ['disayn', 'дисайн'],
  ['web', 'веб'],
  ['wix', 'викс'],
  ['cargo', 'карго'],
  ['quiz', 'куиз'],
  ['java', 'йава'],
  ['vector', 'вектор'],
  ['podcast', 'подкаст'],
])('%j sounds like %j', (written, read) => {
  expect(inCyrillic(written)).toBe(read)
})

test('both keyboards have the same keys in the same places', () => {
  const [latin, cyrillic] = ["qwertyuiop[]asdfghjkl;'zxcvbnm,.`", 'йцукенгшщзхъфывапролджэячсмитьбюё']
  expect(onOtherKeyboard(latin)).toBe(cyrillic)
  expect(onOtherKeyboard(cyrillic)).toBe(latin)
  expect(onOtherKeyboard('Куфсе 19')).toBe('react 19')
  expect(onOtherKeyboard('{}:"<>')).toBe('хъжэбю')
  expect(
    ['qw', 'op', 'kl', 'nm', 'хъ', 'жэ', 'бю'].filter(([one = '', other = '']) => !isBeside(one, other)),
  ).toEqual([])
  expect(
    ['qe', 'qa', 'pa', 'lz', 'ъф', 'эя', 'qq', 'qй'].filter(([one = '', other = '']) => isBeside(one, other)),
  ).toEqual([])
  expect(
    ['qa', 'wa', 'qs', 'ea', 'lz', 'pl'].filter(([one = '', other = '']) => isBelow(one, other)),
  ).toEqual(['qa', 'wa', 'pl'])
})
