/**
 * Converts SVG to PNG with an optional package; without it the service has no pictures.
 *
 * @packageDocumentation
 */

/** @returns PNG. */
export type Rasterise = (svg: string) => Promise<Uint8Array>

/**
 * Loads the rasteriser; undefined if it is not installed.
 *
 * @param fontFiles - the only fonts that are used.
 */
export async function loadRasteriser(fontFiles: readonly string[]): Promise<Rasterise | undefined> {
  try {
    const { renderAsync } = await import('@resvg/resvg-js')
    const font = { fontFiles: [...fontFiles], loadSystemFonts: false, defaultFontFamily: 'DejaVu Sans' }
    // In a separate thread, so that other requests do not wait.
    return async svg => (await renderAsync(svg, { font, logLevel: 'off' })).asPng()
  } catch {
    return undefined
  }
}
