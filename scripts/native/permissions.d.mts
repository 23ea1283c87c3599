export interface Permission {
  readonly name: string
  readonly isRemoved: boolean
}

type Reasons = Readonly<Record<string, string>>

export declare function readReasons(): {
  readonly android: Reasons
  readonly androidRemoved: Reasons
  readonly androidLibraries: Readonly<Record<string, readonly string[]>>
  readonly ios: Reasons
}
export declare function permissionsIn(xml: string): Permission[]
export declare function unite(app: readonly Permission[], others: readonly Permission[]): { kept: string[]; removed: string[] }
export declare function androidPermissions(): { kept: string[]; removed: string[]; manifests: string[] }
export declare function iosPermissions(): { kept: string[]; manifests: string[] }
export declare function readPlist<T = Record<string, unknown>>(...path: string[]): T
export declare function unexplained(declared: readonly string[], reasons: Reasons): string[]
