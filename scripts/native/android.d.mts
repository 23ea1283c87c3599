export interface Gradle {
  readonly apply?: unknown
  readonly android?: {
    readonly namespace?: string
    readonly defaultConfig?: Readonly<Record<string, unknown>>
    readonly buildTypes?: { readonly release?: Readonly<Record<string, unknown>> }
  }
  readonly ext?: Readonly<Record<string, string>>
  readonly buildscript?: { readonly dependencies: readonly { readonly name: string; readonly version: string }[] }
}

export interface Links {
  readonly isVerified: boolean
  readonly schemes: readonly string[]
  readonly hosts: readonly string[]
  readonly prefixes: readonly string[]
}

type Texts = Readonly<Record<string, string>>

export declare function readGradle(text: string): Promise<Gradle>
export declare function versionCodeOf(version: string): number
export declare function backupProblems(manifest: string, rules: string): string[]
export declare function cleartextProblems(config: string, allowed?: readonly string[]): string[]
export declare function linksOf(manifest: string): Links[]
export declare function textsOf(xml: string): { translated: Texts; names: string[] }
export declare function missingTexts(byLanguage: Readonly<Record<string, Texts>>, source: string): string[]
export declare function tooLong(byLanguage: Readonly<Record<string, Texts>>, limits: Readonly<Record<string, number>>): string[]
export declare function definedIn(folder: string): Set<string>
export declare function undefinedIn(source: string, defined: ReadonlySet<string>): string[]
export declare function missingClasses(manifest: string, java: string): string[]
