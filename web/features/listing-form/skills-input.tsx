import { Plus } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { Chip, Chips, RemovableChip } from '#web/ui/chip.tsx'
import { FieldGroup } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

/** Skills as chips; a new one is typed in a field that appears in place of the "add" chip. */
export function SkillsInput({
  skills,
  max = limits.tags.count,
  onChange,
}: {
  skills: string[]
  max?: number
  onChange: (skills: string[]) => void
}) {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const [text, setText] = useState('')
  const add = useRef<HTMLButtonElement>(null)

  const take = () => {
    const skill = text.trim().replace(/\s+/g, ' ')
    const isKnown = skills.some((known) => known.toLowerCase() === skill.toLowerCase())
    if (skill && !isKnown) onChange([...skills, skill])
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ',') return
    event.preventDefault()
    take()
  }
  return (
    <FieldGroup label={t('create.skills')}>
      <Chips label={t('create.skills')}>
        {skills.map((skill) => (
          <RemovableChip
            key={skill}
            removeLabel={t('create.removeSkill', { name: skill })}
            onRemove={() => onChange(skills.filter((other) => other !== skill))}
          >
            {skill}
          </RemovableChip>
        ))}
        {!isAdding && skills.length < max && (
          <Chip ref={add} icon={Plus} tone="add" onClick={() => setAdding(true)}>
            {t('create.addSkill')}
          </Chip>
        )}
      </Chips>
      {isAdding && (
        <Input
          autoFocus
          aria-label={t('create.skillName')}
          placeholder={t('create.skillName')}
          maxLength={limits.tags.length}
          enterKeyHint="done"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={(event) => {
            take()
            // a field that goes away under a press would move the pressed button from under the finger
            if (!event.relatedTarget) setAdding(false)
          }}
        />
      )}
    </FieldGroup>
  )
}
