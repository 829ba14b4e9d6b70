import { profileNamed, profiles } from '../../profiles.ts'
import { themes } from '../../themes.ts'
import { runAction } from '../model/actions.ts'
import { api } from '../model/api.ts'
import { usePerson } from '../model/data.ts'
import { desk, useDesk, useTexts } from '../model/desk.ts'

const delays = [0, 300, 1500, 5000]

/** Panel that changes theme, client, network delay and the selected person's settings. */
export function LookPanel() {
  const words = useTexts()
  const { theme, language, profile, delay_ms } = useDesk((state) => state)
  const person = usePerson()
  const changeUser = (body: object) => person && runAction(() => api.changeUser(person.id, body))
  return (
    <section className="panel">
      <h2>{words('look')}</h2>
      <div className="field">
        <span>{words('theme')}</span>
        <span className="swatches">
          {themes.map((option) => (
            <button
              type="button"
              key={option.id}
              className={option.id === theme.id ? 'swatch swatch-chosen' : 'swatch'}
              data-testid={`theme-${option.id}`}
              title={language === 'ru' ? option.title_ru : option.title_en}
              onClick={() => desk.set({ theme: option })}
            >
              <i
                style={{
                  background: `linear-gradient(135deg, ${option.params.secondary_bg_color} 50%, ${option.params.button_color} 50%)`,
                }}
              />
            </button>
          ))}
        </span>
      </div>
      <label className="field">
        <span>{words('platform')}</span>
        <select
          data-testid="client"
          value={profile.id}
          onChange={({ target }) => desk.set({ profile: profileNamed(target.value) })}
        >
          {profiles.map((option) => (
            <option key={option.id} value={option.id}>
              {language === 'ru' ? option.title_ru : option.title_en}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span>{words('network')}</span>
        <select
          data-testid="delay"
          value={delay_ms}
          onChange={({ target }) => desk.set({ delay_ms: Number(target.value) })}
        >
          {delays.map((ms) => (
            <option key={ms} value={ms}>
              {ms === 0 ? words('none') : `${ms} ms`}
            </option>
          ))}
        </select>
      </label>
      {person && (
        <>
          <label className="check">
            <input
              type="checkbox"
              data-testid="block-bot"
              checked={person.blocked}
              onChange={({ target }) => runAction(() => api.block(person.id, target.checked))}
            />
            {words('block_bot')}
          </label>
          <label className="check">
            <input
              type="checkbox"
              data-testid="in-moderators"
              checked={person.groups.includes('moderators')}
              onChange={({ target }) => changeUser({ groups: target.checked ? ['moderators', 'ops'] : [] })}
            />
            {words('in_moderators')}
          </label>
        </>
      )}
    </section>
  )
}
