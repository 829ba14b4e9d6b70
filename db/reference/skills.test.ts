import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { skillNames, skills } from './skills.ts'

test('aliases, case and spaces make no second skill; what nobody knows keeps its own case', () =>
  expect(skillNames(['Иллюстрации', 'иллюстрация', ' react ', 'React.js', 'Резьба  по дереву'])).toEqual([
    'Иллюстрация',
    'React',
    'Резьба по дереву',
  ]))

test('no key leads to two skills, and every name can be stored', () => {
  const keys = skills.flatMap((skill) => skill.keys)
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  expect(skills.filter(({ name }) => name.length > limits.skills.length)).toEqual([])
})
