import { useState } from 'react'
import { Button, Confirm, Link, Modal, Toggle, useTranslation } from '@host/plugin-sdk'
import { switchFeature, type Feature } from '../shared.ts'
import { standingOn, takenAlong } from './feature-relations.ts'
import { useSwitchFeature } from './useSwitchFeature.ts'

export interface FeatureSwitchProps {
  readonly feature: Feature
  readonly all: readonly Feature[]
  /** The ID of the note about its relations. */
  readonly describedBy?: string
}

/**
 * The switch of a feature. Before others are switched along it says which, and where others stand on it, which have to
 * go first.
 */
export function FeatureSwitch({ feature, all, describedBy }: FeatureSwitchProps) {
  const change = useSwitchFeature()
  const [isAsked, setAsked] = useState(false)
  const { key, title, enabled } = feature
  const others = enabled ? standingOn(feature, all) : takenAlong(feature, all)
  const close = () => setAsked(false)
  return (
    <>
      <Toggle
        calls={switchFeature}
        label={title}
        {...(describedBy !== undefined && { describedBy })}
        checked={enabled}
        onChange={(next) => (others.length === 0 ? change({ key, enabled: next }) : setAsked(true))}
      />
      {isAsked && enabled && <NeededByOthers feature={feature} others={others} onClose={close} />}
      {isAsked && !enabled && (
        <TakesAlong
          feature={feature}
          others={others}
          onClose={close}
          onConfirm={() => change({ key, enabled: true })}
        />
      )}
    </>
  )
}

interface AskProps {
  readonly feature: Feature
  readonly others: readonly Feature[]
  readonly onClose: () => void
}

function TakesAlong({ feature: { title }, others, onClose, onConfirm }: AskProps & { readonly onConfirm: () => void }) {
  const { t } = useTranslation()
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('features.along.title', { title })}
      confirmLabel={t('features.along.confirm', { count: others.length + 1 })}
      onConfirm={async () => onConfirm()}
    >
      <p>{t('features.along.means', { title })}</p>
      <FeatureLinks features={others} />
    </Confirm>
  )
}

function NeededByOthers({ feature: { title }, others, onClose }: AskProps) {
  const { t } = useTranslation()
  return (
    <Modal open onClose={onClose} size="small" title={t('features.first.title', { title })}>
      <div className="flex flex-col gap-4">
        <div className="text-sm text-muted">
          <p>{t('features.first.means', { title })}</p>
          <FeatureLinks features={others} />
        </div>
        <div className="flex justify-end">
          <Button onClick={onClose}>{t('sdk.close')}</Button>
        </div>
      </div>
    </Modal>
  )
}

function FeatureLinks({ features }: { readonly features: readonly Feature[] }) {
  return (
    <ul className="mt-2 flex flex-col gap-1">
      {features.map(({ key, title, description }) => (
        <li key={key}>
          <Link to={`/features/${key}`} className="font-medium text-fg underline decoration-line underline-offset-4">
            {title}
          </Link>
          <span className="block text-xs text-subtle">{description}</span>
        </li>
      ))}
    </ul>
  )
}
