import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import { QuoteAboveComposer } from '#web/features/chat/bubble/quote-line.tsx'
import {
  endTyping,
  reportTyping,
  useChatStream,
  useReadReceipts,
} from '#web/features/chat/live/use-room-live.ts'
import { toPreviewFile } from '#web/features/chat/messages/attachment-text.ts'
import { messagesInOrder } from '#web/features/chat/messages/message-pages.ts'
import { sendMessage, useOutbox } from '#web/features/chat/messages/outbox.ts'
import type { Bubble } from '#web/features/chat/messages/times.ts'
import { messagesOf, type Quote, type Room as RoomOf } from '#web/features/chat/queries.ts'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import { lazySheet } from '#web/parts/part.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ClosedNotice, Composer } from './composer.tsx'
import { EmptyChat, Log, OlderMessagesLoader, RoomSkeleton } from './log.tsx'
import styles from './room.module.css'
import { ChatHeader } from './room-head.tsx'
import { useChatScroll, useJumpToMessage } from './use-log-scroll.ts'
import { useCanWrite } from './use-writable.ts'

const MessageSheet = lazySheet(() => import('#web/features/chat/bubble/message-sheet.tsx'))

export function Room({ room, user_id }: { room: RoomOf; user_id: number }) {
  const { t } = useTranslation()
  const messagesQuery = useInfiniteQuery(messagesOf(room.id))
  const messages = messagesInOrder(messagesQuery.data)
  const outgoing = useOutbox(room.id)
  const [opened, setOpened] = useState<Bubble | null>(null)
  const [quote, setQuote] = useState<Quote | null>(null)
  const foot = useRef<HTMLElement>(null)
  const writable = useCanWrite(room, user_id, messages, outgoing)
  const { flashed, lead } = useJumpToMessage(messagesQuery)
  useChatStream(user_id, room.id, messagesQuery.isSuccess)

  const last = outgoing.at(-1)?.key ?? messages.at(-1)?.id
  const isOwnEnd = outgoing.length > 0 || messages.at(-1)?.sender_id === user_id
  const log = useChatScroll({ first: messages[0]?.id, end: String(last ?? ''), isOwnEnd })
  useReadReceipts(user_id, messages, log.isAtEnd)
  useEffect(() => endTyping, [])

  const onInput = ({ target }: FormEvent) => {
    if (!(target instanceof HTMLTextAreaElement)) return
    if (target.value) reportTyping(room.id)
    else endTyping()
  }
  if (messagesQuery.isError && !messagesQuery.data)
    return (
      <LoadFailure
        missingThing="chat"
        error={messagesQuery.error}
        onRetry={() => void messagesQuery.refetch()}
      />
    )
  const isEmpty = messagesQuery.isSuccess && messages.length === 0 && outgoing.length === 0
  return (
    <main className={styles.room} aria-busy={messagesQuery.isPending || undefined}>
      <ChatHeader room={room} user_id={user_id} />
      <div className={styles.middle}>
        {messagesQuery.isPending && <RoomSkeleton />}
        {isEmpty && <EmptyChat />}
        {!isEmpty && (
          <Log
            room={room}
            user_id={user_id}
            messages={messages}
            highlighted={flashed}
            onOpen={setOpened}
            onJump={lead}
            above={
              messagesQuery.hasNextPage && (
                <OlderMessagesLoader
                  isLoading={messagesQuery.isFetchingNextPage}
                  onMore={() => void messagesQuery.fetchNextPage()}
                />
              )
            }
          />
        )}
      </div>
      <footer ref={foot} className={styles.foot} onInput={onInput}>
        {!log.isAtEnd && (
          <IconButton
            look="card"
            icon={ArrowDown}
            label={t('chat.toEnd')}
            className={styles.down}
            onClick={log.toEnd}
          />
        )}
        {writable.closed ? (
          <ClosedNotice {...writable.closed} />
        ) : (
          <>
            {writable.hint && <p className={styles.hint}>{writable.hint}</p>}
            {quote && (
              <QuoteAboveComposer
                quote={{ ...quote, is_own: quote.sender_id === user_id }}
                name={room.other.full_name}
                onRemove={() => setQuote(null)}
              />
            )}
            <Composer
              room_id={room.id}
              onSend={(content, uploads) => {
                endTyping()
                sendMessage({ room_id: room.id, sender_id: user_id }, { content, reply_to: quote, uploads })
                setQuote(null)
              }}
            />
          </>
        )}
      </footer>
      {opened && (
        <MessageSheet
          bubble={opened}
          room={room}
          user_id={user_id}
          onQuote={
            writable.closed
              ? undefined
              : ({ id, sender_id, content, files }) =>
                  setQuote({ id, sender_id, content, files: files.map(toPreviewFile) })
          }
          onClosed={() => {
            setOpened(null)
            // After "quote" the focus moves to the composer. After other actions the browser restores the focus.
            if (quote) foot.current?.querySelector('textarea')?.focus()
          }}
        />
      )}
    </main>
  )
}
