import * as z from 'zod/mini'
import { defineEvent } from '@host/plugin/zod'

const license = { licenseId: z.string(), productId: z.string() }
const licenseExample = { licenseId: 'lic_01h455vb4pex5vsknk084sn02q', productId: 'prod_01h455vb4pex5vsknk084sn02q' }

export const licenseActivated = defineEvent({
  name: 'license.activated',
  description: 'A license was activated on a machine',
  data: z.object({
    ...license,
    machineId: z.string(),
    name: z.string().check(z.describe('The name of the machine; may be empty.')),
  }),
  example: { ...licenseExample, machineId: 'machine_01h455vb4pex5vsknk084sn02q', name: 'Laptop' },
})

export const licenseRevoked = defineEvent({
  name: 'license.revoked',
  description: 'A license was revoked',
  data: z.object(license),
  example: licenseExample,
})

export const licenseEvents = [licenseActivated, licenseRevoked] as const
