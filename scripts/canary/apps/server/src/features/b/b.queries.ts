import '../a/a.policy.ts'
