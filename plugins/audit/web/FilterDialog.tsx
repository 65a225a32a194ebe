import { useState, type SubmitEvent } from 'react'
import { Button, Field, Input, Modal, useTranslation } from '@host/plugin-sdk'
import { filterNames, type EntryFilter, type FilterName, type WrittenFilter } from './useEntryFilter.ts'

export interface FilterDialogProps {
  readonly state: EntryFilter
  readonly onClose: () => void
}

const days: ReadonlySet<FilterName> = new Set(['from', 'to'])

/** Asks what to look for. */
export function FilterDialog({ state, onClose }: FilterDialogProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<WrittenFilter>(state.written)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    state.setFilter(draft)
    onClose()
  }
  return (
    <Modal open onClose={onClose} title={t('audit.filter.title')} description={t('audit.filter.help')}>
      <form onSubmit={submit} className="flex flex-col gap-5">
        <div className="grid gap-4 sm:grid-cols-2">
          {filterNames.map((name) => (
            <Field
              key={name}
              label={t(`audit.filter.${name}`)}
              hint={days.has(name) ? undefined : t(`audit.filter.${name}Hint`)}
            >
              <Input
                type={days.has(name) ? 'date' : 'text'}
                maxLength={200}
                autoComplete="off"
                spellCheck={false}
                value={draft[name] ?? ''}
                onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
              />
            </Field>
          ))}
        </div>
        <div className="flex justify-end gap-2">
          <Button onClick={() => setDraft({})}>{t('audit.filter.clear')}</Button>
          <Button type="submit" variant="primary">
            {t('audit.filter.apply')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
