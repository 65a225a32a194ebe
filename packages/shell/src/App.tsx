import { lazy, Suspense, useEffect } from 'react'
import { useLocation, useNavigate } from '@host/plugin-sdk'
import { Dictionaries, HostProvider, type HostProviderProps } from '@host/plugin-sdk/shell'
import { CrashBoundary } from './CrashBoundary.tsx'
import { NotFound } from './frame/NotFound.tsx'

const LoginPage = lazy(() => import('./sign-in/LoginPage.tsx'))
const SetUpPage = lazy(() => import('./sign-in/SetUpPage.tsx'))
const SignedIn = lazy(() => import('./session/SignedIn.tsx'))

const dictionaries = { shell: { en: () => import('./i18n/en.json'), zh: () => import('./i18n/zh.json') } }

export type AppProps = Pick<HostProviderProps, 'loadEdition' | 'fetch'>

/** The whole product: the pages before sign-in, the workspace dashboard and the instance console. */
export function App(props: AppProps) {
  return (
    <CrashBoundary>
      <HostProvider {...props} dictionaries={dictionaries}>
        <Suspense>
          <Dictionaries of={['sdk', 'shell']}>
            <Door />
          </Dictionaries>
        </Suspense>
      </HostProvider>
    </CrashBoundary>
  )
}

function Door() {
  const [, first] = useLocation().split('/')
  if (first === 'login') return <LoginPage />
  if (first === 'setup') return <SetUpPage />
  if (first === 'admin' || first === 'instance') return <SignedIn scope={first === 'admin' ? 'tenant' : 'instance'} />
  return first === '' ? <ToDashboard /> : <NotFound />
}

function ToDashboard() {
  const navigate = useNavigate()
  useEffect(() => navigate('/admin', { replace: true }), [navigate])
  return null
}
