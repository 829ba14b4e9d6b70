import { Menu, X } from 'lucide-react'
import type { BotCommand, MenuButton as Menus } from '../../state/types.ts'
import { openApp, run } from '../model/actions.ts'
import { useTexts } from '../model/desk.ts'

/** The blue button beside the input: opens commands or the mini-app. */
export function MenuButton({
  button,
  open,
  onToggle,
}: {
  button: Menus
  open: boolean
  onToggle: () => void
}) {
  const words = useTexts()
  const isApp = button.type === 'web_app'
  return (
    <button
      type="button"
      className="menu-button"
      data-testid="menu-button"
      onClick={() => (isApp ? run(() => openApp({ menu: true })) : onToggle())}
    >
      {isApp ? null : open ? <X size={18} /> : <Menu size={18} />}
      {isApp ? button.text : words('menu')}
    </button>
  )
}

interface ListProps {
  commands: BotCommand[]
  typed: string
  onPick: (command: string) => void
}

export function CommandList({ commands, typed, onPick }: ListProps) {
  const fitting = commands.filter(({ command }) => `/${command}`.startsWith(typed.split(' ')[0] || '/'))
  if (fitting.length === 0) return null
  return (
    <ul className="commands" data-testid="commands">
      {fitting.map(({ command, description }) => (
        <li key={command}>
          <button type="button" data-testid={`command-${command}`} onClick={() => onPick(`/${command}`)}>
            <b>/{command}</b>
            <span className="command-note">{description}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
