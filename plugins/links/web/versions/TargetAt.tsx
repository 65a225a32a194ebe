import { useState } from 'react'
import { ErrorNote, Field, Panel, useQuery, useTranslation } from '@host/plugin-sdk'
import { readVersionAt } from '../../shared.ts'
import { MomentInput } from '../links/MomentInput.tsx'
import { VersionChanges } from './VersionChanges.tsx'

/** Shows where a link led at a moment. */
export function TargetAt({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const [moment, setMoment] = useState<string | null>()
  const isChosen = typeof moment === 'string'
  const { data, error } = useQuery(
    readVersionAt,
    { id, moment: moment ?? '' },
    { enabled: isChosen, errors: 'page', keepPrevious: false },
  )
  return (
    <Panel title={t('links.history.at')} description={t('links.history.atHelp')}>
      <div className="flex flex-col gap-3">
        <div className="w-full sm:w-60">
          <Field label={t('links.history.moment')}>
            <MomentInput value={moment} onChange={setMoment} />
          </Field>
        </div>
        <ErrorNote error={error} />
        <div role="status" className="min-h-10 text-sm">
          {isChosen && data !== undefined && (
            <>
              <p className="font-medium">{t('links.history.version', { number: data.number })}</p>
              <VersionChanges version={data} before={undefined} />
            </>
          )}
        </div>
      </div>
    </Panel>
  )
}
