import type { ReactNode } from 'react'
import { KeyValue, useTranslation } from '@host/plugin-sdk'
import type { Operation } from '../document/operation.ts'
import { Part } from './Part.tsx'

/** Who may call the operation, and with which credentials. */
export function AccessFacts({ operation }: { readonly operation: Operation }) {
  const { t } = useTranslation()
  const { audience, takesToken, scope, permission, tier, feature, isRecent } = operation
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    ['who', t(`api-reference.access.${audience}`)],
    ...(permission === undefined ? [] : [['permission', <Name key="p" text={permission} />] as const]),
    ...(audience === 'public'
      ? []
      : [['token', takesToken ? <Scope key="s" scope={scope} /> : t('api-reference.noToken')] as const]),
    ...(isRecent ? [['session', t('api-reference.recent')] as const] : []),
    ...(feature === undefined ? [] : [['feature', <Name key="f" text={feature} />] as const]),
    ...(tier === undefined ? [] : [['tier', <Name key="t" text={tier} />] as const]),
  ]
  return (
    <Part title={t('api-reference.access.label')}>
      <KeyValue items={facts.map(([name, value]) => ({ label: t(`api-reference.fact.${name}`), value }))} />
    </Part>
  )
}

function Scope({ scope }: { readonly scope: string | undefined }) {
  const { t } = useTranslation()
  return scope === undefined ? t('api-reference.anyScope') : <Name text={scope} />
}

function Name({ text }: { readonly text: string }) {
  return <code className="font-mono text-xs wrap-anywhere">{text}</code>
}
