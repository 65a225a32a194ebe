import { useState } from 'react'
import { Button, Select, useQuery, useTranslation } from '@host/plugin-sdk'
import { listUtmTemplates, readUtm, utmFields, writeUtm, type UtmTemplate, type UtmValues } from '../../shared.ts'
import { UtmInputs } from './UtmInputs.tsx'
import { UtmTemplates } from './UtmTemplates.tsx'

export interface UtmBuilderProps {
  readonly url: string
  readonly onChange: (url: string) => void
}

/** Edits the UTM parameters of a target, by hand or with a template. The rest of the target stays as it is. */
export default function UtmBuilder({ url, onChange }: UtmBuilderProps) {
  const { t } = useTranslation()
  const isTarget = /^https?:\/\/./i.test(url)
  const change = (values: UtmValues) => onChange(writeUtm(url, values))
  return (
    <div
      role="group"
      aria-label={t('links.utm.title')}
      className="flex flex-col gap-3 rounded-card border border-line p-3"
    >
      {!isTarget && <p className="text-sm text-muted">{t('links.utm.targetFirst')}</p>}
      <TemplateChoice isDisabled={!isTarget} onChoose={change} />
      <UtmInputs values={readUtm(url)} isDisabled={!isTarget} onChange={change} />
      <p className="text-sm">
        <span className="text-muted">{t('links.utm.preview')}</span>{' '}
        <output className="font-medium wrap-anywhere">{isTarget ? url : ''}</output>
      </p>
    </div>
  )
}

interface TemplateChoiceProps {
  readonly isDisabled: boolean
  readonly onChoose: (values: UtmValues) => void
}

function TemplateChoice({ isDisabled, onChoose }: TemplateChoiceProps) {
  const { t } = useTranslation()
  const [isManaging, setManaging] = useState(false)
  const [chosen, setChosen] = useState('')
  const { data } = useQuery(listUtmTemplates)
  const templates = data?.items ?? []
  const choose = (id: string) => {
    const template = templates.find((each) => each.id === id)
    setChosen(id)
    if (template !== undefined) onChoose(valuesOf(template))
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {templates.length > 0 && (
        <div className="min-w-40 flex-1">
          <Select
            label={t('links.utm.template')}
            placeholder={t('links.utm.choose')}
            value={templates.some(({ id }) => id === chosen) ? chosen : ''}
            options={templates.map(({ id, name }) => ({ value: id, label: name }))}
            disabled={isDisabled}
            onChange={choose}
          />
        </div>
      )}
      <Button size="compact" onClick={() => setManaging(true)}>
        {t('links.utm.manage')}
      </Button>
      {isManaging && <UtmTemplates templates={templates} onClose={() => setManaging(false)} />}
    </div>
  )
}

function valuesOf(template: UtmTemplate): UtmValues {
  return Object.fromEntries(utmFields.map((field) => [field, template[field]])) as Record<keyof UtmValues, string>
}
