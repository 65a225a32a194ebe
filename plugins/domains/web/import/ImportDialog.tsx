import { useState, type SubmitEvent } from 'react'
import {
  Button,
  ErrorNote,
  Field,
  FileDrop,
  formErrors,
  Modal,
  Radio,
  Textarea,
  useMutation,
  useToast,
  useTranslation,
  DialogActions,
} from '@host/plugin-sdk'
import { domainLimits, importModes, importRecords, listZoneHistory, type ZoneDetails } from '../../shared.ts'
import { useFocusOnWrong } from '../useFocusOnWrong.ts'
import { ZoneFileProblems } from './ZoneFileProblems.tsx'

type Mode = (typeof importModes)[number]

export interface PlanDialogProps {
  readonly zone: ZoneDetails
  readonly onClose: () => void
  /** Takes the ID of the plan. */
  readonly onPlanned: (id: string) => void
}

/** Plans the import of a zone file, pasted or chosen. */
export function ImportDialog({ zone, onClose, onPlanned }: PlanDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal open onClose={onClose} size="large" title={t('domains.import.title')} description={t('domains.import.help')}>
      <ImportForm {...{ zone, onClose, onPlanned }} />
    </Modal>
  )
}

function ImportForm({ zone: { id }, onClose, onPlanned }: PlanDialogProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const [text, setText] = useState('')
  const [mode, setMode] = useState<Mode>('merge')
  const { mutate, data, error, isPending } = useMutation(importRecords, {
    invalidates: [listZoneHistory],
    onSuccess({ changeset, problems }) {
      if (problems.length > 0) return
      onClose()
      if (changeset === null) toast({ title: t('domains.plan.nothing') })
      else onPlanned(changeset.id)
    },
  })
  const form = useFocusOnWrong<HTMLFormElement>(error)
  const errors = formErrors(error, ['text'])
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isPending && text.trim() !== '') mutate({ id, text, mode })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <FileDrop
        label={t('domains.import.file')}
        hint={t('domains.import.fileHint')}
        files={[]}
        maxFiles={1}
        maxBytes={domainLimits.zoneFile}
        onChange={(files) => void files[0]?.text().then(setText)}
      />
      <Field label={t('domains.import.text')} error={errors.fields.text} required>
        <Textarea
          name="text"
          rows={8}
          value={text}
          spellCheck={false}
          className="font-mono text-xs"
          placeholder={'$TTL 3600\nwww IN A 192.0.2.1'}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <ModeField mode={mode} onChange={setMode} />
      {data !== undefined && data.problems.length > 0 && (
        <ZoneFileProblems problems={data.problems} hasMore={data.hasMoreProblems} />
      )}
      <ErrorNote error={errors.rest} />
      <DialogActions>
        <Button onClick={onClose}>{t('domains.cancel')}</Button>
        <Button type="submit" variant="primary" busy={isPending} disabled={text.trim() === ''}>
          {t('domains.plan.review')}
        </Button>
      </DialogActions>
    </form>
  )
}

interface ModeFieldProps {
  readonly mode: Mode
  readonly onChange: (mode: Mode) => void
}

function ModeField({ mode, onChange }: ModeFieldProps) {
  const { t } = useTranslation()
  const options = importModes.map((value) => ({
    value,
    label: t(`domains.import.${value}`),
    description: t(`domains.import.${value}Means`),
  }))
  return (
    <Field label={t('domains.import.mode')}>
      <Radio value={mode} options={options} onChange={onChange} />
    </Field>
  )
}
