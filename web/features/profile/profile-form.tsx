import { TriangleAlert } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { limits } from '#contract/limits.ts'
import { ApiError } from '#web/client/http/http.ts'
import { errorText } from '#web/client/i18n.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { useFileErrorText } from '#web/features/files/refusal-words.ts'
import { SkillsInput } from '#web/features/listing-form/fields/skills-input.tsx'
import type { ProfileDraft } from '#web/features/profile/draft/draft.ts'
import { AvatarField, useAvatarRefusal } from '#web/features/profile/fields/avatar-field.tsx'
import { BasicFields, PlaceFields } from '#web/features/profile/fields/basic-fields.tsx'
import { PortfolioField, ResumeField } from '#web/features/profile/fields/file-fields.tsx'
import { LanguagesField } from '#web/features/profile/fields/languages-field.tsx'
import { LinksField } from '#web/features/profile/fields/links-field.tsx'
import { ServicesField } from '#web/features/profile/fields/services-field.tsx'
import { SocialField } from '#web/features/profile/fields/social-field.tsx'
import { WorksField } from '#web/features/profile/fields/works-field.tsx'
import { showFailure } from '#web/features/session/show-failure.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { useValidationTexts } from '#web/features/session/validation-words.ts'
import { haptic, useBack } from '#web/telegram/index.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { askDialog, showToast } from '#web/ui/overlays.ts'
import { Page } from '#web/ui/page.tsx'
import { useValidity } from '#web/ui/use-validity.ts'
import { refusedControls, SaveError, useProfileForm } from './use-profile-form.ts'

/**
 * The whole profile in one form. Changes are stored by the button «Save», and leaving the form with changes asks for
 * confirmation. Only portfolio pictures upload as soon as they are chosen.
 */
export function ProfileForm({ me, onLeave }: { me: Me; onLeave: () => void }) {
  const { t } = useTranslation()
  const { draft, works, change, isChanged, progress, save } = useProfileForm(me)
  const form = useRef<HTMLFormElement>(null)
  const validity = useValidity(useValidationTexts())
  const [serverErrors, setServerErrors] = useState<Record<string, string>>({})
  const refuseAvatar = useAvatarRefusal()

  const leaveForm = async () => {
    const isConfirmed =
      !isChanged ||
      (await askDialog({
        icon: TriangleAlert,
        tone: 'warn',
        title: t('profileEdit.unsaved'),
        text: t('profileEdit.unsavedText'),
        confirm: t('profileEdit.discard'),
        cancel: t('profileEdit.stay'),
        destructive: true,
      }))
    if (isConfirmed) onLeave()
  }
  useBack(isChanged, () => void leaveForm())

  const fileErrorText = useFileErrorText()
  const showSaveError = async ({ file, cause }: SaveError) => {
    const code = cause instanceof ApiError ? cause.code : null
    if (code === 'avatar_too_large') return refuseAvatar('tooBig')
    if (code === 'avatar_not_png') return refuseAvatar('onlyPng')
    await showFailure(cause)
    if (file)
      return setServerErrors({
        [`${file}File`]: cause instanceof ApiError ? fileErrorText(cause) : errorText(cause),
      })
    const controls = refusedControls(cause, draft)
    const messageOf = (name: string, message: string) => {
      if (message === 'name_contacts') return t('validation.nameContacts')
      if (message === 'name_reserved') return t('validation.nameReserved')
      return t(name.startsWith('social_links.') ? 'profileEdit.socialWrong' : 'validation.wrong')
    }
    // A folded row with an error unfolds before its field gets the focus.
    flushSync(() =>
      setServerErrors(
        Object.fromEntries(controls.map(({ name, message }) => [name, messageOf(name, message)])),
      ),
    )
    form.current?.querySelector<HTMLElement>(`[name="${controls[0]?.name}"]`)?.focus()
  }
  const submitForm = (event?: FormEvent) => {
    event?.preventDefault()
    if (save.isPending || works.uploads.isBusy || !form.current) return
    setServerErrors({})
    if (!validity.check(form.current)) return showToast({ text: t('validation.summary'), tone: 'bad' })
    if (works.drafts.length < works.uploads.items.length)
      return showToast({ text: t('portfolio.failed'), tone: 'bad' })
    if (!isChanged) return onLeave()
    save.mutate(undefined, {
      onSuccess: () => {
        haptic('success')
        showToast({ text: t('profileEdit.saved') })
        onLeave()
      },
      onError: (error) => {
        if (error instanceof SaveError) void showSaveError(error)
      },
    })
  }
  const changeDraft = (changes: Partial<ProfileDraft>) => {
    if (Object.keys(serverErrors).length > 0) setServerErrors({})
    change(changes)
  }
  const partProps = { draft, errors: { ...serverErrors, ...validity.errors }, onChange: changeDraft }
  return (
    <>
      <Page bar>
        <h1 className="visually-hidden">{t('profileEdit.title')}</h1>
        <form ref={form} {...validity.form} onSubmit={submitForm}>
          <fieldset disabled={save.isPending} className="stack">
            <AvatarField me={me} avatar={draft.avatar} onChange={(avatar) => changeDraft({ avatar })} />
            <BasicFields {...partProps} />
            <Card>
              <SkillsInput
                heading
                skills={draft.skills}
                max={limits.skills.count}
                onChange={(skills) => changeDraft({ skills })}
              />
            </Card>
            <ServicesField {...partProps} works={works} />
            <WorksField works={works} errors={partProps.errors} />
            <PortfolioField {...partProps} me={me} progress={progress} />
            <LinksField {...partProps} />
            <ResumeField {...partProps} me={me} progress={progress} />
            <LanguagesField {...partProps} />
            <PlaceFields {...partProps} />
            <SocialField {...partProps} />
          </fieldset>
        </form>
      </Page>
      <BottomBar>
        <Button className="grow" variant="fill" disabled={save.isPending} onClick={() => void leaveForm()}>
          {t('common.cancel')}
        </Button>
        <Button
          className="grow"
          loading={save.isPending || works.uploads.isBusy}
          onClick={() => submitForm()}
        >
          {t('common.save')}
        </Button>
      </BottomBar>
    </>
  )
}
