import { useMutation } from '@tanstack/react-query'
import { MessageCircle, PencilLine, Share } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { api } from '#web/api.ts'
import { PersonHeart } from '#web/features/favorites/heart.tsx'
import { useShare } from '#web/features/listings/share.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { useVerification } from '#web/features/session/verification.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { BottomBar } from '#web/ui/page.tsx'
import type { PersonPage } from './queries.ts'

/** Share, Write, Favourite; on one's own page the way to edit it. */
export function PersonBar({ person, me }: { person: PersonPage; me: Me }) {
  const { t } = useTranslation()
  const share = useShare()
  const isOwn = person.id === me.id
  return (
    <BottomBar>
      <IconButton
        look="fill"
        icon={Share}
        label={t('action.share')}
        onClick={() => void share({ kind: 'user', id: person.id, title: person.full_name })}
      />
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

/** Opens the room of the two; whoever has not confirmed a phone is asked to first. */
function WriteButton({ person, me }: { person: PersonPage; me: Me }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const verify = useVerification(me)
  const room = useMutation({
    mutationFn: () =>
      api('POST /chat/create_room', { body: { user1_id: me.id, user2_id: person.id, other_chat: true } }),
    onSuccess: ({ room_id }) => navigate(`/chat/${room_id}`),
    onError: (error) => void showFailure(error),
  })
  const write = async () => {
    if (await verify()) room.mutate()
  }
  return (
    <Button
      icon={MessageCircle}
      loading={room.isPending}
      disabled={person.is_blocked}
      onClick={() => void write()}
    >
      {t('user.write')}
    </Button>
  )
}
