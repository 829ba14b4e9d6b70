import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { openChat, runAction } from '../model/actions.ts'
import { api } from '../model/api.ts'
import { useConfig } from '../model/data.ts'
import { desk } from '../model/desk.ts'

interface Props {
  userId: number
  chatId: number
  typedText: string
}

/** The bot's results for an inline query (`@bot query`), shown above the text field. */
export function InlineResults({ userId, chatId, typedText }: Props) {
  const bot = useConfig()?.bot.username ?? ''
  const query = useDeferredValue(inlineQuery(typedText, bot))
  const answer = useQuery({
    queryKey: ['inline', userId, query],
    queryFn: () => api.inline(userId, { query: query ?? '', chat_id: chatId }),
    enabled: query !== undefined,
    staleTime: 0,
  })
  if (query === undefined || !answer.data) return null
  const { results, button } = answer.data
  const chooseResult = async (index: number) => {
    desk.set({ draft: '' })
    await api.inline(userId, { query, choose: index, chat_id: chatId })
  }
  return (
    <ul className="commands" data-testid="inline-results">
      {button && (
        <li>
          <button
            type="button"
            data-testid="inline-button"
            onClick={() => openChat(userId, { start_payload: button.start_parameter })}
          >
            <b>{button.text}</b>
          </button>
        </li>
      )}
      {results.map(({ id, title, description }, index) => (
        <li key={id}>
          <button
            type="button"
            data-testid={`inline-${index}`}
            onClick={() => runAction(() => chooseResult(index))}
          >
            <b>{title}</b>
            <span className="command-note">{description}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The inline query: the text after the bot's name. Undefined if the text does not begin with that name. */
function inlineQuery(typedText: string, bot: string): string | undefined {
  const name = `@${bot} `.toLowerCase()
  return bot && typedText.toLowerCase().startsWith(name) ? typedText.slice(name.length) : undefined
}
