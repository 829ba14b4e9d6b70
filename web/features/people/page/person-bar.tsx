import { MessageCircle, PencilLine } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { useOpenChat } from '#web/features/chat/use-open-chat.ts'
import { PersonHeart } from '#web/features/favorites/heart.tsx'
import type { PersonPage } from '#web/features/people/queries.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { useVerification } from '#web/features/session/verification.ts'
import { ShareButton } from '#web/features/share/share-button.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'

/** Buttons "Share", "Write" and "Favourite". The viewer's own page has the button "Edit". */
export function PersonBar({ person, me }: { person: PersonPage; me: Me }) {
  const { t } = useTranslation()
  const isOwn = person.id === me.id
  return (
    <BottomBar>
      <ShareButton item={{ kind: 'user', id: person.id, title: person.full_name }} />
      {isOwn ? (
        <ButtonLink variant="fill" icon={PencilLine} to="/profile/edit">
          {t('action.edit')}
        </ButtonLink>
      ) : (
        <WriteButton person={person} me={me} />
      )}
      {!isOwn && <PersonHeart person={person} look="fill" />}
    </BottomBar>
  )
}

/** Button that opens the chat. A viewer without a confirmed phone is asked to confirm it first. */
function WriteButton({ person, me }: { person: PersonPage; me: Me }) {
  const { t } = useTranslation()
  const verifyPhone = useVerification(me)
  const chat = useOpenChat()
  const write = async () => {
    if (await verifyPhone()) chat.mutate({ user_id: person.id })
  }
  return (
    <Button
      icon={MessageCircle}
      loading={chat.isPending}
      disabled={person.is_blocked}
      onClick={() => void write()}
    >
      {t('user.write')}
    </Button>
  )
}
