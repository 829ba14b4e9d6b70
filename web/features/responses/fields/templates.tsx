import { useMutation, useQuery } from '@tanstack/react-query'
import { FileText, Plus, X } from 'lucide-react'
import { limits } from '#contract/limits.ts'
import { api } from '#web/client/http/api.ts'
import { query, queryClient } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { TextButton } from '#web/ui/button.tsx'
import { bindWords } from '#web/ui/glue.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import styles from './templates.module.css'

const templates = query('GET /api/response_templates')

/** Button in the header of a response sheet. It shows the templates above the text of the response. */
export function TemplatesButton({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const { t } = useTranslation()
  return (
    <TextButton icon={FileText} aria-expanded={isOpen} onClick={onToggle}>
      {t('templates.title')}
    </TextButton>
  )
}

/** The user's own text templates. A click inserts a template, and the current text can be saved as another template. */
export function Templates({ text, onText }: { text: string; onText: (text: string) => void }) {
  const { t } = useTranslation()
  const { data: ownTemplates = [] } = useQuery(templates)
  const changeTemplates = useMutation({
    mutationFn: (templateChange: { add: string } | { remove: number }): Promise<unknown> =>
      'add' in templateChange
        ? api('POST /api/response_templates', { body: { body: templateChange.add } })
        : api('DELETE /api/response_templates/:id', { params: { id: templateChange.remove } }),
    onError: (error) => void showFailure(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: templates.queryKey }),
  })
  const trimmedText = text.trim()
  const isNew = trimmedText !== '' && !ownTemplates.some(({ body }) => body === trimmedText)
  return (
    <div className="stack stack-2">
      <p className="cap muted">{t('templates.hint')}</p>
      {ownTemplates.map(({ id, body }) => (
        <div key={id} className={styles.template}>
          <button type="button" className={styles.take} onClick={() => onText(body)}>
            <span className="clamp-2">{bindWords(body)}</span>
          </button>
          <IconButton
            icon={X}
            label={t('templates.remove')}
            disabled={changeTemplates.isPending}
            onClick={() => changeTemplates.mutate({ remove: id })}
          />
        </div>
      ))}
      {isNew && ownTemplates.length < limits.templates.count && (
        <div>
          <TextButton
            icon={Plus}
            disabled={changeTemplates.isPending}
            onClick={() => changeTemplates.mutate({ add: trimmedText })}
          >
            {t('templates.keep')}
          </TextButton>
        </div>
      )}
    </div>
  )
}
