import { useMutation } from '@tanstack/react-query'
import { BadgeCheck, FileJson, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { api } from '#web/client/api.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Kept = { story: Record<string, unknown>; signature: string }
const signed = /^[\da-f]{16}\.[\da-f]{128}$/

/** What the page of a deal saves; null for anything else. */
function readStory(text: string): Kept | null {
  try {
    const { story, signature } = JSON.parse(text) as Partial<Kept>
    if (typeof story !== 'object' || story === null || typeof signature !== 'string') return null
    return signed.test(signature) ? { story, signature } : null
  } catch {
    return null
  }
}

/** Whether the server has signed a story of a deal that somebody shows. */
export function StoryCheck() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const check = useMutation({
    mutationFn: (body: Kept) => api('POST /api/deals/check', { body }),
    onError: (failure) => void showFailure(failure),
  })
  const change = (next: string) => {
    setText(next)
    setError(undefined)
    check.reset()
  }
  const ask = (said: string) => {
    const kept = readStory(said)
    if (kept) check.mutate(kept)
    else setError(t('story.check.unreadable'))
  }
  const take = async (file: File | undefined) => {
    if (!file) return
    const said = await file.text()
    change(said)
    ask(said)
  }
  return (
    <>
      <Card className="stack stack-4">
        <FilePicker
          icon={FileJson}
          title={t('story.check.pick')}
          accept="application/json,.json"
          onPick={([file]) => void take(file)}
        />
        <Field label={t('story.check.paste')} error={error}>
          {(control) => (
            <Textarea {...control} rows={6} value={text} onChange={(event) => change(event.target.value)} />
          )}
        </Field>
        <Button wide loading={check.isPending} disabled={text.trim() === ''} onClick={() => ask(text)}>
          {t('story.check.act')}
        </Button>
      </Card>
      <div role="status">{check.data && <Verdict isGenuine={check.data.is_genuine} />}</div>
    </>
  )
}

function Verdict({ isGenuine }: { isGenuine: boolean }) {
  const { t } = useTranslation()
  return isGenuine ? (
    <Notice icon={BadgeCheck} tone="good" title={t('story.check.genuine')}>
      {t('story.check.genuine.text')}
    </Notice>
  ) : (
    <Notice icon={ShieldAlert} tone="bad" title={t('story.check.forged')}>
      {t('story.check.forged.text')}
    </Notice>
  )
}
