import { useMemo } from 'react'
import {
  Form,
  HelpLink,
  jsonSchemaSource,
  LoadingRegion,
  PageHeader,
  Panel,
  Skeleton,
  useMutation,
  useQuery,
  useToast,
  useTranslation,
} from '@host/plugin-sdk'
import type { SectionForm } from '../../shared.ts'
import { sectionCalls, type SectionKind } from './section-calls.ts'
import { sectionFields } from './section-fields.ts'
import { sectionInput } from './section-input.ts'

export interface SectionViewProps {
  readonly kind: SectionKind
  readonly plugin: string
}

/** The form of a declared section, generated from its schema. */
export function SectionView({ kind, plugin }: SectionViewProps) {
  const { t, language } = useTranslation()
  const { data: section } = useQuery(sectionCalls[kind].read, { plugin })
  if (section === undefined) return <SectionSkeleton />
  return (
    <>
      <PageHeader
        title={section.title[language]}
        description={t(`settings.section.${kind}`)}
        actions={<HelpLink slug="settings-of-plugins" />}
      />
      <div className="max-w-4xl">
        <SectionFields kind={kind} section={section} />
      </div>
    </>
  )
}

interface SectionFieldsProps {
  readonly kind: SectionKind
  readonly section: SectionForm
}

function SectionFields({ kind, section }: SectionFieldsProps) {
  const { t, language } = useTranslation()
  const toast = useToast()
  const { read, save } = sectionCalls[kind]
  const { mutateAsync } = useMutation(save, {
    invalidates: [read],
    onSuccess: () => toast({ tone: 'positive', title: t('settings.section.saved') }),
  })
  // The schema of a section stays the same while the product runs.
  const schema = JSON.stringify(section.schema)
  const source = useMemo(() => jsonSchemaSource(JSON.parse(schema) as SectionForm['schema']), [schema])
  return (
    <Form
      calls={save}
      source={source}
      variant="settings"
      fields={sectionFields(section, language, { addEntry: t('settings.section.addEntry') })}
      values={section.values}
      onSubmit={(written) => mutateAsync({ plugin: section.plugin, values: sectionInput(section, written) })}
    />
  )
}

/** Keeps the place of a section that is on its way. */
export function SectionSkeleton() {
  return (
    <LoadingRegion className="flex max-w-4xl flex-col gap-6">
      <Skeleton className="h-7 w-48" />
      <Panel>
        <div className="flex flex-col gap-5">
          <Skeleton className="h-13 w-full" />
          <Skeleton className="h-13 w-full" />
          <Skeleton className="h-13 w-full" />
        </div>
      </Panel>
    </LoadingRegion>
  )
}
