import { serviceToken } from '../service.ts'

/** Name and look of the instance, on sign-in pages, in titles and in its emails. */
export interface Brand {
  /** Null for the name of the product. */
  readonly name: string | null
  /** "#rrggbb", or null for the color of the product. */
  readonly accent: string | null
  /** The path of the logo, which anyone may read; null for that of the product. */
  readonly logo: string | null
}

/** Changes of the name and the color; omitted ones stay. */
export interface BrandChanges {
  readonly name?: string | null | undefined
  readonly accent?: string | null | undefined
}

/** Name and look of the instance; the caller of a change has checked the rights. */
export interface InstanceBrandService {
  /** As this process has it in memory. */
  current(): Brand
  /** @throws Problem `invalid_input`, `conflict` when others keep writing */
  change(changes: BrandChanges): Promise<Brand>
  /** @param bytes of a PNG, JPEG or WebP of at most 64 kB; null to remove it @throws Problem `invalid_input` */
  changeLogo(bytes: Uint8Array | null): Promise<Brand>
}

/**
 * Name, logo and color of the instance. In-tree only.
 *
 * Audience: platform.
 */
export const InstanceBrand = serviceToken<InstanceBrandService>('core.instance-brand')
