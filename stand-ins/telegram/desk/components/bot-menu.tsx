import { Menu, X } from 'lucide-react'
import type { BotCommand, MenuButton as Menus } from '../../state/types.ts'
import { openApp, runAction } from '../model/actions.ts'
import { useTexts } from '../model/desk.ts'

/** The blue button beside the text field. It opens the commands or the mini-app. */
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
      onClick={() => (isApp ? runAction(() => openApp({ menu: true })) : onToggle())}
    >
      {isApp ? null : open ? <X size={18} /> : <Menu size={18} />}
      {isApp ? button.text : words('menu')}
    </button>
  )
}

interface ListProps {
  commands: BotCommand[]
  typedText: string
  onPick: (command: string) => void
}

export function CommandList({ commands, typedText, onPick }: ListProps) {
  const matchingCommands = commands.filter(({ command }) =>
    `/${command}`.startsWith(typedText.split(' ')[0] || '/'),
  )
  if (matchingCommands.length === 0) return null
  return (
    <ul className="commands" data-testid="commands">
      {matchingCommands.map(({ command, description }) => (
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
