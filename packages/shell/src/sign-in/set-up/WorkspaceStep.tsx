import { useState, type SubmitEvent } from 'react'
import { Button, ErrorNote, Field, Input, useTranslation } from '@host/plugin-sdk'
import type { SetUpDraft } from './SetUpPage.tsx'

export interface WorkspaceStepProps {
  readonly draft: SetUpDraft
  readonly onChange: (part: Partial<SetUpDraft>) => void
  readonly onBack: () => void
  readonly onDone: () => void
  readonly isBusy: boolean
  readonly error: unknown
}

/** Name of the first workspace. */
export function WorkspaceStep({ draft, onChange, onBack, onDone, isBusy, error }: WorkspaceStepProps) {
  const { t } = useTranslation()
  const [isChecked, setChecked] = useState(false)
  const isMissing = draft.workspace.trim() === ''
  function submit(event: SubmitEvent) {
    event.preventDefault()
    setChecked(true)
    if (!isMissing && !isBusy) onDone()
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field
        label={t('shell.setUp.workspaceName')}
        hint={t('shell.setUp.workspaceHint')}
        error={isChecked && isMissing ? t('shell.setUp.workspaceMissing') : undefined}
        required
      >
        <Input
          name="workspace"
          autoComplete="organization"
          autoFocus
          maxLength={100}
          value={draft.workspace}
          onChange={(event) => onChange({ workspace: event.target.value })}
        />
      </Field>
      <ErrorNote error={error} />
      <div className="mt-1 flex gap-2">
        <Button onClick={onBack}>{t('shell.setUp.back')}</Button>
        <Button type="submit" variant="primary" busy={isBusy} className="flex-1">
          {t('shell.setUp.submit')}
        </Button>
      </div>
    </form>
  )
}
