import type { ReactNode } from 'react'
import { listFeatures, switchFeature, type Feature } from '@host/platform-api/features'
import { Button } from '../components/Button.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { LoadingRegion } from '../components/Skeleton.tsx'
import { StatusView } from '../components/StatusView.tsx'
import { usePermission } from '../hooks/usePermission.ts'
import { useFormat } from '../i18n/useFormat.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { PageArrival } from '../navigation/PageArrival.tsx'
import { useMutation } from '../query/useMutation.ts'
import { useQuery } from '../query/useQuery.ts'
import { GateView } from './GateView.tsx'
import type { Reader } from './requirement.ts'
import { WhoCanHelp } from './WhoCanHelp.tsx'

/** Props of `SwitchedOff`. */
export interface SwitchedOffProps {
  /** The name of the page's plugin. */
  readonly plugin: string
  readonly reader: Reader
  /** Called once the feature is on. */
  readonly onSwitchedOn?: (() => void) | undefined
}

/**
 * The page of a feature that the workspace has switched off: the note without a name, and for those who may switch it on
 * its name and a button. A plugin that is part of no feature here has the note alone.
 */
export function SwitchedOff({ plugin, reader, onSwitchedOn }: SwitchedOffProps): ReactNode {
  const { data, isPending } = useQuery(listFeatures, undefined, { errors: 'page' })
  if (isPending) return <LoadingRegion className="min-h-40">{null}</LoadingRegion>
  const feature = data?.find((one) => !one.enabled && one.pluginNames.includes(plugin))
  return (
    <>
      {feature === undefined ? (
        <GateView verdict="switchedOff" />
      ) : (
        <NamedFeature feature={feature} all={data ?? []} reader={reader} onSwitchedOn={onSwitchedOn} />
      )}
      <PageArrival />
    </>
  )
}

interface NamedFeatureProps extends Pick<SwitchedOffProps, 'reader' | 'onSwitchedOn'> {
  readonly feature: Feature
  readonly all: readonly Feature[]
}

function NamedFeature({ feature, all, reader, onSwitchedOn }: NamedFeatureProps): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const maySwitch = usePermission(switchFeature)
  const { key, title, description } = feature
  const { mutate, isPending, error } = useMutation(switchFeature, {
    invalidates: [listFeatures],
    refreshes: ['menus'],
    ...(onSwitchedOn !== undefined && { onSuccess: onSwitchedOn }),
  })
  const along = titlesAlong(feature, all)
  if (!maySwitch) return <UnnamedFeature reader={reader} />
  return (
    <StatusView
      icon="toggle-right"
      title={t('sdk.gate.switchedOff.named', { feature: title })}
      actions={
        <Button variant="primary" busy={isPending} onClick={() => mutate({ key, enabled: true })}>
          {t('sdk.gate.switchedOff.switchOn', { feature: title })}
        </Button>
      }
    >
      <p>{description}</p>
      {along.length > 0 && <p>{t('sdk.gate.switchedOff.along', { features: format.list(along) })}</p>}
      <ErrorNote error={error} />
    </StatusView>
  )
}

/** The neutral note, with the people who may switch the feature on. */
function UnnamedFeature({ reader }: Pick<SwitchedOffProps, 'reader'>): ReactNode {
  const { t } = useTranslation()
  return (
    <StatusView icon="toggle-right" title={t('sdk.gate.switchedOff.title')}>
      <p>{t('sdk.gate.switchedOff.cause')}</p>
      <p>{t('sdk.gate.switchedOff.nextStep')}</p>
      <WhoCanHelp role={reader.role} required={switchFeature.role} />
    </StatusView>
  )
}

/** Titles of the features enabled along with a feature: its requirements, including transitive ones. */
function titlesAlong(feature: Feature, all: readonly Feature[]): readonly string[] {
  const along = new Set<Feature>()
  const follow = ({ requires }: Feature): void => {
    for (const one of all) {
      if (one.enabled || one === feature || along.has(one) || !requires.includes(one.key)) continue
      along.add(one)
      follow(one)
    }
  }
  follow(feature)
  return [...along].map(({ title }) => title)
}
