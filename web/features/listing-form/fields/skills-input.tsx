import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { query } from '#web/client/query.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { type Offer, TokenField } from '#web/ui/token-field.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'

type SkillsInputProps = {
  skills: string[]
  max?: number
  /** True if the label is the heading of a card. */
  heading?: boolean
  onChange: (skills: string[]) => void
}

const debounceMs = 100
const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
const includesSkill = (names: string[], name: string) => names.some((one) => isSame(one, name))

/**
 * Field whose skills are chips, with suggestions. A word that is no known skill is suggested last and marked as new.
 */
export function SkillsInput({ skills, max = limits.skills.chosen, heading, onChange }: SkillsInputProps) {
  const { t } = useFormats()
  const [text, setText] = useState('')
  const typedName = text.trim().replace(/\s+/g, ' ')
  const search = useDebounced(typedName, debounceMs)
  const suggestionQuery = useQuery({
    ...query('GET /api/skills', { query: { search } }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const isAnswered = search === typedName && !suggestionQuery.isPlaceholderData
  // Until the text has its own answer, only those suggestions of an earlier letter stay that fit it: Enter takes the
  // first one.
  const suggestions = (suggestionQuery.data ?? []).filter(
    ({ name }) =>
      typedName && !includesSkill(skills, name) && (isAnswered || typedPart(name, typedName) !== undefined),
  )
  const names = suggestions.map(({ name }) => name)
  const offers: Offer[] = suggestions.map(({ name, people }) => ({
    value: name,
    label: <Highlighted name={name} typedName={typedName} />,
    note: people > 0 && t('create.skillPeople', { count: people }),
  }))
  if (typedName && !includesSkill([...skills, ...names], typedName))
    offers.push({
      value: typedName,
      isNew: true,
      label: t('create.newSkill', { name: typedName }),
      note: t('create.isNewSkill'),
    })
  const setSkills = (next: string[]) => {
    onChange(next)
    setText('')
  }
  const finishTyping = () => {
    const name = names.find((one) => isSame(one, typedName)) ?? typedName
    if (name) setSkills(includesSkill(skills, name) ? skills : [...skills, name])
  }
  return (
    <TokenField
      label={t('create.skills')}
      heading={heading}
      counter={t('create.skillsCount', { count: skills.length, max })}
      placeholder={t('create.skillName')}
      maxLength={limits.skills.length}
      values={skills}
      isFull={skills.length >= max}
      text={text}
      offers={offers}
      removeLabel={(name) => t('create.removeSkill', { name })}
      onText={setText}
      onChange={setSkills}
      onFinish={finishTyping}
    />
  )
}

/** Place of the typed text in a name, or undefined if the name does not contain it. */
function typedPart(name: string, typedName: string): { start: number; end: number } | undefined {
  const start = name.toLowerCase().indexOf(typedName.toLowerCase())
  return start < 0 ? undefined : { start, end: start + typedName.length }
}

/** Highlights the typed part of a suggestion. */
function Highlighted({ name, typedName }: { name: string; typedName: string }) {
  const part = typedPart(name, typedName)
  if (!part) return name
  return (
    <>
      {name.slice(0, part.start)}
      <span className="accent">{name.slice(part.start, part.end)}</span>
      {name.slice(part.end)}
    </>
  )
}
