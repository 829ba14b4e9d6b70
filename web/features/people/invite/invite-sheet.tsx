import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { type InvitedPerson, isTextRefused, useInvite } from '#web/features/responses/invitations/queries.ts'
import { useUnsaved } from '#web/features/session/use-unsaved.ts'
import { Button } from '#web/ui/button.tsx'
import { TextareaField } from '#web/ui/form-field.tsx'
import { Counter } from '#web/ui/input.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

type InviteSheetProps = {
  listing_id: number
  user: InvitedPerson['user']
  open: boolean
  onClose: () => void
  onClosed: () => void
}

const { words: max } = limits.invitations

/** Sheet that invites a person, with an optional text. */
export default function InviteSheet({ listing_id, user, ...sheet }: InviteSheetProps) {
  const { t, language } = useTranslation()
  const [words, setWords] = useState('')
  const inviting = useInvite(listing_id, sheet.onClose)
  useUnsaved(sheet.open && words !== '')
  const counterLabel = t('respond.counterLabel', { count: max - words.length })
  return (
    <Sheet
      {...sheet}
      title={t('invite.whom', { name: user.full_name })}
      footer={
        <Button
          wide
          loading={inviting.isPending}
          onClick={() => inviting.mutate({ user_id: user.id, words: words.trim() })}
        >
          {t('invite.send')}
        </Button>
      }
    >
      <TextareaField
        label={t('invite.words')}
        hint={t('invite.words.hint')}
        error={isTextRefused(inviting.error) ? t('errors.words_not_allowed') : undefined}
        counter={
          <Counter
            count={words.length}
            max={max}
            warn={max - 30}
            language={language}
            announce={counterLabel}
          />
        }
        rows={4}
        maxLength={max}
        value={words}
        onValue={(value) => {
          setWords(value)
          inviting.reset()
        }}
      />
    </Sheet>
  )
}
