import { type FormEvent, useState } from 'react'
import { runAction, switchPerson } from '../model/actions.ts'
import { api } from '../model/api.ts'
import { useTexts } from '../model/desk.ts'

/** Form that adds a person to the desk. */
export function AddPerson({ onDone }: { onDone: () => void }) {
  const words = useTexts()
  const [name, setName] = useState('')
  const [role, setRole] = useState('')
  const [isModerator, setModerator] = useState(false)
  const addPerson = async () => {
    const [first_name = name, ...rest] = name.trim().split(/\s+/)
    const person = await api.addUser({
      first_name,
      ...(rest.length && { last_name: rest.join(' ') }),
      role_note_ru: role,
      role_note_en: role,
      groups: isModerator ? ['moderators'] : [],
    })
    switchPerson(person.id)
    onDone()
  }
  const submitForm = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) runAction(addPerson)
  }
  return (
    <form className="small-form" onSubmit={submitForm}>
      <input
        data-testid="new-name"
        placeholder={words('name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <input
        data-testid="new-role"
        placeholder={words('role')}
        value={role}
        onChange={(event) => setRole(event.target.value)}
      />
      <label className="check">
        <input
          type="checkbox"
          data-testid="new-moderator"
          checked={isModerator}
          onChange={(event) => setModerator(event.target.checked)}
        />
        {words('moderator')}
      </label>
      <span className="small-form-buttons">
        <button type="button" className="quiet-button" onClick={onDone}>
          {words('cancel')}
        </button>
        <button type="submit" className="solid-button" data-testid="new-create">
          {words('create')}
        </button>
      </span>
    </form>
  )
}
