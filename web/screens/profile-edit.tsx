import { useNavigate } from 'react-router-dom'
import { PersonSkeleton } from '#web/features/people/person-skeleton.tsx'
import { ProfileForm } from '#web/features/profile/profile-form.tsx'
import { useMe } from '#web/features/session/use-me.ts'

export default function ProfileEditScreen() {
  const navigate = useNavigate()
  const me = useMe()
  const leaveForm = () => {
    const hasTrail = (window.history.state?.idx ?? 0) > 0
    void (hasTrail ? navigate(-1) : navigate('/profile', { replace: true }))
  }
  return me ? <ProfileForm me={me} onLeave={leaveForm} /> : <PersonSkeleton />
}
