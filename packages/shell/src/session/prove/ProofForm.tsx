import { useState, type ReactNode } from 'react'
import { reauthenticate, type Proof, type ProofOptions, type ProofWay } from '@host/platform-api/reauthentication'
import { Button, useClient, useTranslation } from '@host/plugin-sdk'
import { buttonClass } from '@host/plugin-sdk/shell'
import { askPasskey, canUsePasskeys } from '../../sign-in/ask-passkey.ts'
import { SignInNote } from '../../sign-in/SignInNote.tsx'
import { useAttempt } from '../../sign-in/useAttempt.ts'
import { useThrottle } from '../../sign-in/useThrottle.ts'
import { ProofActions } from './ProofActions.tsx'
import { TypedProof } from './TypedProof.tsx'

export interface ProofFormProps {
  readonly email: string
  readonly options: ProofOptions
  /** The ways that count; empty where any does. */
  readonly factors: readonly ProofWay[]
  /** The passkey challenge is used up. */
  readonly onRenew: () => void
  readonly onProven: () => void
  readonly onCancel: () => void
}

const order: readonly ProofWay[] = ['password', 'totp', 'passkey', 'oidc']
const factorOrder: readonly ProofWay[] = ['totp', 'passkey', 'recovery']

/** One way to prove it at a time, the others one press away. */
export default function ProofForm({ email, options, factors, onRenew, onProven, onCancel }: ProofFormProps) {
  const { t } = useTranslation()
  const [listed, offered] = factors.length === 0 ? [order, options.methods] : [factorOrder, factors]
  const ways = listed.filter((way) => offered.includes(way) && (way !== 'passkey' || canUsePasskeys()))
  const [way, setWay] = useState(ways[0])
  const client = useClient()
  const { attempt, isBusy, error, reset } = useAttempt(async (proof: () => Promise<Proof> | Proof) => {
    await client.call(reauthenticate, await proof())
    onProven()
  })
  const throttle = useThrottle(error)
  async function byPasskey(): Promise<Proof> {
    try {
      return { assertion: await askPasskey(options.passkey ?? {}) }
    } finally {
      onRenew()
    }
  }
  function choose(next: ProofWay) {
    reset()
    setWay(next)
  }
  const others = <OtherWays ways={ways.filter((one) => one !== way)} onChoose={choose} />
  return (
    <div className="flex flex-col gap-4">
      {(way === 'password' || way === 'totp' || way === 'recovery') && (
        <TypedProof
          key={way}
          way={way}
          email={email}
          isBusy={isBusy}
          throttle={throttle}
          onSubmit={(proof) => attempt(() => proof)}
          onCancel={onCancel}
        >
          {others}
        </TypedProof>
      )}
      {way === 'passkey' && (
        <>
          <SignInNote error={throttle.error} />
          {others}
          <ProofActions onCancel={onCancel}>
            <Button variant="primary" icon="key-round" busy={isBusy} autoFocus onClick={() => attempt(byPasskey)}>
              {t('shell.passkey.use')}
            </Button>
          </ProofActions>
        </>
      )}
      {(way === 'oidc' || way === undefined) && (
        <SignInElsewhere way={way} onCancel={onCancel}>
          {others}
        </SignInElsewhere>
      )}
    </div>
  )
}

interface OtherWaysProps {
  readonly ways: readonly ProofWay[]
  readonly onChoose: (way: ProofWay) => void
}

function OtherWays({ ways, onChoose }: OtherWaysProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {ways.map((way) => (
        <Button key={way} variant="ghost" size="compact" onClick={() => onChoose(way)}>
          {t(`shell.prove.use.${way}`)}
        </Button>
      ))}
    </div>
  )
}

interface SignInElsewhereProps extends Pick<ProofFormProps, 'onCancel'> {
  readonly way: ProofWay | undefined
  readonly children: ReactNode
}

/** Users of single sign-on prove their identity at the provider, and return to this page. */
function SignInElsewhere({ way, onCancel, children }: SignInElsewhereProps) {
  const { t } = useTranslation()
  const here = encodeURIComponent(location.pathname + location.search)
  return (
    <>
      <p className="text-sm text-muted">{t(way === undefined ? 'shell.prove.none' : 'shell.prove.elsewhere')}</p>
      {children}
      <ProofActions onCancel={onCancel}>
        <a href={`/login?return=${here}`} className={buttonClass('primary')}>
          {t('shell.prove.elsewhereSubmit')}
        </a>
      </ProofActions>
    </>
  )
}
