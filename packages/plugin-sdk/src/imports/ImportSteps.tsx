import { DialogActions } from '../components/DialogActions.tsx'
import type { ReactNode } from 'react'
import { Alert } from '../components/Alert.tsx'
import { Button } from '../components/Button.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { FileDrop } from '../components/FileDrop.tsx'
import { Progress } from '../components/Progress.tsx'
import { Table } from '../components/Table.tsx'
import { useFormat } from '../i18n/useFormat.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { missingFields } from './import-file.ts'
import type { ImportDialogProps } from './ImportDialog.tsx'
import { ImportMap } from './ImportMap.tsx'
import { useImport, type ImportState, type ImportStep } from './useImport.ts'

/** Props of `ImportSteps`. */
export interface ImportStepsProps extends ImportDialogProps {
  readonly onClose: () => void
}

/** The content of the dialog: one step after the other. */
export function ImportSteps(props: ImportStepsProps) {
  const state = useImport(props)
  const { step } = state
  return (
    <div className="flex flex-col gap-4">
      {step.name === 'choose' && <Choose props={props} state={state} fault={step.fault} />}
      {step.name === 'map' && <Map props={props} state={state} step={step} />}
      {step.name === 'checked' && <Checked props={props} state={state} step={step} />}
      {step.name === 'done' && <Done created={step.created} onClose={props.onClose} />}
    </div>
  )
}

interface StepProps<Name extends ImportStep['name']> {
  readonly props: ImportStepsProps
  readonly state: ImportState
  readonly step: Extract<ImportStep, { readonly name: Name }>
}

type ChooseProps = Omit<StepProps<'choose'>, 'step'> & {
  readonly fault: Extract<ImportStep, { readonly name: 'choose' }>['fault']
}

function Choose({ props: { maxRows = 1_000, maxBytes = 2_000_000 }, state, fault }: ChooseProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const rows = format.number(maxRows)
  return (
    <>
      {fault !== undefined && <Alert tone="danger">{t(`sdk.import.fault.${fault}`, { rows })}</Alert>}
      <FileDrop
        label={t('sdk.import.file')}
        hint={t('sdk.import.hint', { rows })}
        accept=".csv,.tsv,.txt,text/csv"
        maxFiles={1}
        maxBytes={maxBytes}
        files={[]}
        onChange={([file]) => file !== undefined && state.choose(file)}
      />
    </>
  )
}

function Map({ props: { fields }, state, step }: StepProps<'map'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const missing = missingFields(step.mapping, fields)
  const isMapped = step.mapping.some((name) => name !== undefined)
  return (
    <>
      <ImportMap table={step.table} mapping={step.mapping} fields={fields} onMap={state.map} />
      {missing.length > 0 && (
        <Alert tone="warning">
          {t('sdk.import.missing', { fields: format.list(missing.map(({ label }) => label)) })}
        </Alert>
      )}
      <Buttons state={state}>
        <Button
          variant="primary"
          busy={state.isBusy}
          disabled={missing.length > 0 || !isMapped}
          onClick={() => state.send({ dryRun: true })}
        >
          {t('sdk.import.check')}
        </Button>
      </Buttons>
    </>
  )
}

function Checked({ props: { fields }, state, step: { answer } }: StepProps<'checked'>) {
  const { t } = useTranslation()
  const labelOf = (name: string | null) => fields.find((field) => field.name === name)?.label ?? name
  const isFine = answer.problems.length === 0
  return (
    <>
      {isFine ? (
        <Alert tone="positive">{t('sdk.import.ready', { count: answer.rows })}</Alert>
      ) : (
        <>
          <Alert tone="danger">{t('sdk.import.problems', { count: answer.problems.length })}</Alert>
          <Table
            label={t('sdk.import.problemList')}
            columns={[
              { key: 'line', header: t('sdk.import.line'), align: 'end', cell: ({ line }) => line },
              { key: 'field', header: t('sdk.import.field'), cell: ({ field }) => labelOf(field) },
              { key: 'message', header: t('sdk.import.problem'), cell: ({ message }) => message },
            ]}
            rows={answer.problems}
            rowKey={({ line, field, message }) => `${line} ${field} ${message}`}
          />
        </>
      )}
      {state.isBusy && <Progress label={t('sdk.import.importing')} />}
      <Buttons state={state}>
        {isFine && (
          <Button variant="primary" busy={state.isBusy} onClick={() => state.send({ dryRun: false })}>
            {t('sdk.import.import', { count: answer.rows })}
          </Button>
        )}
      </Buttons>
    </>
  )
}

function Done({ created, onClose }: { readonly created: number; readonly onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <Alert tone="positive">{t('sdk.import.done', { count: created })}</Alert>
      <div className="flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {t('sdk.close')}
        </Button>
      </div>
    </>
  )
}

function Buttons({ state, children }: { readonly state: ImportState; readonly children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <ErrorNote error={state.error} />
      <DialogActions>
        <Button disabled={state.isBusy} onClick={state.back}>
          {t('sdk.import.back')}
        </Button>
        {children}
      </DialogActions>
    </>
  )
}
