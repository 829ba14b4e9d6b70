import { useConfig } from '../model/data.ts'
import { useTexts } from '../model/desk.ts'
import { Avatar } from './avatar.tsx'

/** Text in a chat with the bot that has no messages yet. */
export function BotIntro() {
  const words = useTexts()
  const config = useConfig()
  if (!config) return null
  return (
    <div className="bot-intro" data-testid="bot-intro">
      <Avatar id={config.bot.id} name={config.bot.first_name} size={84} />
      <b>{config.bot.first_name}</b>
      <p>
        <strong>{words('what_can')}</strong>
        {config.description || words('empty_bot')}
      </p>
    </div>
  )
}
