import { Send, ShieldCheck, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { switchPerson } from '../model/actions.ts'
import type { ShownPerson } from '../model/api.ts'
import { useUsers } from '../model/data.ts'
import { useDesk, useTexts } from '../model/desk.ts'
import { AddPerson } from './add-person.tsx'
import { Avatar } from './avatar.tsx'
import { ChannelPanel } from './channel-panel.tsx'
import { fullName } from './describe.ts'
import { GuidePanel } from './guide-panel.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { LookPanel } from './look-panel.tsx'

/** Column of the desk that selects the current person and contains the fault panels. */
export function PeopleColumn() {
  const words = useTexts()
  const users = useUsers()
  const [isAdding, setAdding] = useState(false)
  return (
    <aside className="column column-left" data-testid="people-column">
      <div className="brand">
        <span className="brand-mark">
          <Send size={17} strokeWidth={2.2} />
        </span>
        <span>
          Telegram <em>desk</em>
        </span>
        <LanguageChoice />
      </div>
      <GuidePanel />
      <section className="panel">
        <h2>{words('people')}</h2>
        <p className="panel-hint">{words('people_hint')}</p>
        <ul className="people">
          {users.map((person) => (
            <PersonRow key={person.id} person={person} />
          ))}
        </ul>
        {isAdding ? (
          <AddPerson onDone={() => setAdding(false)} />
        ) : (
          <button
            type="button"
            className="quiet-button"
            data-testid="add-person"
            onClick={() => setAdding(true)}
          >
            <UserRoundPlus size={16} /> {words('add_person')}
          </button>
        )}
      </section>
      <LookPanel />
      <ChannelPanel />
    </aside>
  )
}

function PersonRow({ person }: { person: ShownPerson }) {
  const words = useTexts()
  const language = useDesk((state) => state.language)
  const isChosen = useDesk((state) => state.user_id === person.id)
  const unread = useDesk((state) => state.unread[person.id] ?? 0)
  const note = (language === 'ru' ? person.role_note_ru : person.role_note_en) ?? person.role_note_en
  return (
    <li>
      <button
        type="button"
        className={isChosen ? 'person person-chosen' : 'person'}
        data-testid={`person-${person.id}`}
        onClick={() => switchPerson(person.id)}
      >
        <Avatar id={person.id} name={fullName(person)} size={38} />
        <span className="person-text">
          <b>
            {fullName(person)}
            {person.groups.includes('moderators') && (
              <ShieldCheck className="person-mark" size={14} aria-label={words('moderator')} />
            )}
          </b>
          <small>{person.blocked ? words('blocked') : note}</small>
        </span>
        {unread > 0 && <span className="badge">{unread}</span>}
      </button>
    </li>
  )
}
