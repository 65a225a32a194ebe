import { requireService, type Mux, type PluginContext, type TablesOf } from '@host/plugin'
import { InstanceBrand } from '@host/plugin/platform'
import { changeBrand, changeInstanceLogo, readBrand, removeInstanceLogo } from '../shared.ts'
import type { models } from './models.ts'

/** Name, color and logo of the instance. */
export function mountBrand(
  mux: Mux<'instance', TablesOf<typeof models>, 'instance'>,
  ctx: Pick<PluginContext, 'lookup'>,
): void {
  const brand = requireService(ctx, InstanceBrand)
  mux.endpoint(readBrand, () => ({ ...brand.current() }))
  mux.endpoint(changeBrand, async ({ input }) => ({ ...(await brand.change(input)) }))
  mux.endpoint(changeInstanceLogo, async ({ input: { data } }) => ({
    ...(await brand.changeLogo(Uint8Array.from(Buffer.from(data, 'base64')))),
  }))
  mux.endpoint(removeInstanceLogo, async () => ({ ...(await brand.changeLogo(null)) }))
}
