import { Combobox } from '@base-ui/react/combobox'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { query } from '#web/client/query.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { cx } from '#web/ui/class-names.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import styles from './skills-input.module.css'

type SkillsInputProps = { skills: string[]; max?: number; onChange: (skills: string[]) => void }

const askAfterMs = 100
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Skills as chips in one field; while typing the common vocabulary is offered, a new word last and named so. */
export function SkillsInput({ skills, max = limits.skills.chosen, onChange }: SkillsInputProps) {
  const { t } = useFormats()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const typed = text.trim().replace(/\s+/g, ' ')
  const search = useDebounced(typed, askAfterMs)
  const found = useQuery({
    ...query('GET /api/skills', { query: { search } }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const known =
    typed === '' ? [] : (found.data ?? []).filter(({ name }) => !skills.some((own) => isSame(own, name)))
  const isNew =
    typed !== '' && ![...skills, ...known.map(({ name }) => name)].some((name) => isSame(name, typed))
  const offered = [...known.map(({ name }) => name), ...(isNew ? [typed] : [])]
  const isFull = skills.length >= max

  const take = (next: string[]) => {
    onChange(next)
    setText('')
  }
  /** A word that is written out: by a comma, or when the field is left. */
  const finish = () => {
    const name = known.find((skill) => isSame(skill.name, typed))?.name ?? typed
    if (name) take(skills.some((own) => isSame(own, name)) ? skills : [...skills, name])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ',' || typed === '') return
    event.preventDefault()
    finish()
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!list.current?.contains(relatedTarget)) finish()
  }
  return (
    <Combobox.Root
      multiple
      autoHighlight
      items={offered}
      filter={null}
      value={skills}
      onValueChange={(next) => take(next)}
      inputValue={text}
      // What is half written stays when the list closes.
      onInputValueChange={(next, { reason }) => reason !== 'input-clear' && setText(next)}
      open={isOpen && offered.length > 0}
      onOpenChange={setOpen}
    >
      <div className={styles.field}>
        <div className={styles.top}>
          <label htmlFor={id}>{t('create.skills')}</label>
          <span>{t('create.skillsCount', { count: skills.length, max })}</span>
        </div>
        <Combobox.Chips ref={field} className={styles.tokens}>
          {skills.map((skill) => (
            <Combobox.Chip key={skill} className={styles.chip}>
              {skill}
              <Combobox.ChipRemove
                className={styles.remove}
                aria-label={t('create.removeSkill', { name: skill })}
              >
                <X />
              </Combobox.ChipRemove>
            </Combobox.Chip>
          ))}
          {!isFull && (
            <Combobox.Input
              id={id}
              className={styles.input}
              placeholder={skills.length === 0 ? t('create.skillName') : undefined}
              maxLength={limits.skills.length}
              enterKeyHint="done"
              onKeyDown={onKeyDown}
              onBlur={onBlur}
            />
          )}
        </Combobox.Chips>
      </div>
      <Combobox.Portal>
        <Combobox.Positioner anchor={field} sideOffset={6} className={styles.place}>
          <Combobox.Popup ref={list} className={styles.popup}>
            <Combobox.List>
              {(name: string) => {
                const people = known.find((skill) => skill.name === name)?.people
                return (
                  <Combobox.Item
                    key={name}
                    value={name}
                    className={cx(styles.item, people === undefined && styles.new)}
                  >
                    <span className="ellipsis">
                      {people === undefined ? (
                        t('create.newSkill', { name })
                      ) : (
                        <Hit name={name} typed={typed} />
                      )}
                    </span>
                    <small>
                      {people === undefined
                        ? t('create.isNewSkill')
                        : people > 0 && t('create.skillPeople', { count: people })}
                    </small>
                  </Combobox.Item>
                )
              }}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

/** The part that was typed, in colour. */
function Hit({ name, typed }: { name: string; typed: string }) {
  const at = name.toLowerCase().indexOf(typed.toLowerCase())
  if (at < 0) return name
  return (
    <>
      {name.slice(0, at)}
      <span className="accent">{name.slice(at, at + typed.length)}</span>
      {name.slice(at + typed.length)}
    </>
  )
}
