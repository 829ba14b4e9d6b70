import { useMutation } from '@tanstack/react-query'
import { BadgeCheck, FileJson, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { api } from '#web/client/http/api.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { TextareaField } from '#web/ui/form-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { VerifiedSummary } from './checked-story.tsx'

/** True if the file has the fields of a deal summary. The server checks the signature. */
function isSummaryFile(text: string): boolean {
  try {
    const { story, signature } = JSON.parse(text) as { story?: unknown; signature?: unknown }
    return typeof story === 'object' && story !== null && typeof signature === 'string'
  } catch {
    return false
  }
}

/** Checks with the server whether a deal summary is genuine, and shows its signed content. */
export function SummaryCheck() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isPasting, setPasting] = useState(false)
  const [error, setError] = useState<string>()
  const checkMutation = useMutation({
    mutationFn: (summary: string) => api('POST /api/deals/check', { body: { text: summary } }),
    onError: (failure) => void showFailure(failure),
  })
  const changeText = (next: string) => {
    setText(next)
    setError(undefined)
    checkMutation.reset()
  }
  const checkSummary = (summary: string) => {
    if (isSummaryFile(summary)) checkMutation.mutate(summary)
    else setError(t('story.check.unreadable'))
  }
  const readFile = async (file: File | undefined) => {
    if (!file) return
    const summary = await file.text()
    changeText(summary)
    checkSummary(summary)
  }
  return (
    <>
      <Card className="stack stack-4">
        <FilePicker
          icon={FileJson}
          title={t('story.check.pick')}
          accept="application/json,.json"
          onPick={([file]) => void readFile(file)}
        />
        {isPasting || text !== '' ? (
          <TextareaField
            label={t('story.check.paste')}
            error={error}
            rows={6}
            value={text}
            onValue={changeText}
          />
        ) : (
          <Button wide variant="soft" onClick={() => setPasting(true)}>
            {t('story.check.byText')}
          </Button>
        )}
        {text.trim() !== '' && (
          <Button wide loading={checkMutation.isPending} onClick={() => checkSummary(text)}>
            {t('story.check.act')}
          </Button>
        )}
      </Card>
      <div role="status">{checkMutation.data && <Verdict isGenuine={checkMutation.data.is_genuine} />}</div>
      {checkMutation.data?.story && <VerifiedSummary story={checkMutation.data.story} />}
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
