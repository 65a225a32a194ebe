import type { ReactNode, SubmitEvent } from 'react'
import { Button, ErrorNote, Modal, useTranslation, DialogActions } from '@host/plugin-sdk'
import { useFocusOnWrong } from '../useFocusOnWrong.ts'
import type { PresetPlan } from './usePresetPlan.ts'

export interface PresetDialogProps {
  readonly title: string
  readonly description: string
  readonly plan: PresetPlan
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The dialog of a preset: it ends in a plan. */
export function PresetDialog({ title, description, onClose, ...rest }: PresetDialogProps) {
  return (
    <Modal open onClose={onClose} title={title} description={description}>
      <PresetForm {...rest} onClose={onClose} />
    </Modal>
  )
}

function PresetForm({ plan, onSubmit, onClose, children }: Omit<PresetDialogProps, 'title' | 'description'>) {
  const { t } = useTranslation()
  const form = useFocusOnWrong<HTMLFormElement>(plan.error)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!plan.isPending) onSubmit()
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {children}
      <ErrorNote error={plan.rest} />
      <DialogActions>
        <Button onClick={onClose}>{t('domains.cancel')}</Button>
        <Button type="submit" variant="primary" busy={plan.isPending}>
          {t('domains.plan.review')}
        </Button>
      </DialogActions>
    </form>
  )
}
