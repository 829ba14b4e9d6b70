import { useTexts } from '../model/desk.ts'

interface Props {
  testId: string
  title?: string
  text: string
  yesText: string
  danger?: boolean
  onYes: () => void
  /** Action of the second button of the dialog. A dialog without this action has only one button. */
  onNo?: () => void
}

/** Dialog in the style of iOS, with one or two buttons. */
export function AlertDialog({ testId, title, text, yesText, danger, onYes, onNo }: Props) {
  const words = useTexts()
  return (
    <div className="veil veil-centre" data-testid={testId}>
      <div className="alert" role="alertdialog">
        <div className="alert-text">
          {title && <b>{title}</b>}
          <p>{text}</p>
        </div>
        <div className="alert-buttons">
          {onNo && (
            <button type="button" className="alert-choice" data-testid="dialog-no" onClick={onNo}>
              {words('cancel')}
            </button>
          )}
          <button
            type="button"
            className={danger ? 'alert-choice alert-danger' : 'alert-choice alert-main'}
            data-testid="dialog-yes"
            onClick={onYes}
          >
            {yesText}
          </button>
        </div>
      </div>
    </div>
  )
}
