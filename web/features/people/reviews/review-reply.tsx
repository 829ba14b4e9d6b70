import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { api } from '#web/client/http/api.ts'
import { queryClient } from '#web/client/query.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { Review } from '#web/features/people/queries.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { bindShortWords } from '#web/ui/glue.ts'
import { Textarea } from '#web/ui/input.tsx'
import styles from './reviews-section.module.css'

type ReviewReplyProps = { review: Review; person: { id: number; full_name: string }; isOwn: boolean }

/** Reply of the reviewed person, who can write it and edit it within a day. */
export function ReviewReply({ review: { id, reply }, person, isOwn }: ReviewReplyProps) {
  const { t, age } = useFormats()
  const [text, setText] = useState<string | null>(null)
  const answer = useMutation({
    mutationFn: (said: string) =>
      api('POST /api/reviews/:id/reply', { params: { id }, body: { text: said } }),
    onSuccess: () => setText(null),
    onError: (error) => void showFailure(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['GET /api/users/:id/reviews', person.id] }),
  })
  const isOpen = isOwn && (!reply || Date.now() - Date.parse(reply.at) < limits.review.replyEditMs)
  if (text !== null)
    return (
      <div className="stack stack-2">
        <Field label={t('review.reply.label')} hint={t('review.reply.hint')}>
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={limits.review.length}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button
          small
          loading={answer.isPending}
          disabled={text.trim() === ''}
          onClick={() => answer.mutate(text.trim())}
        >
          {t('review.reply')}
        </Button>
      </div>
    )
  return (
    <>
      {reply && (
        <div className={styles.reply}>
          <p className="cap">
            {t('review.reply.said', { name: person.full_name })} · {age(reply.at)}
          </p>
          <p className="sub">{bindShortWords(reply.text)}</p>
        </div>
      )}
      {isOpen && (
        <div>
          <TextButton onClick={() => setText(reply?.text ?? '')}>
            {t(reply ? 'common.edit' : 'review.reply')}
          </TextButton>
        </div>
      )}
    </>
  )
}
