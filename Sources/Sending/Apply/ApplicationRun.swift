// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import AllonymMigration
    import AllonymSimulation
    import Foundation

    /// One run of an application: its workers, what they share, and how far they are.
    @available(macOS 14, *)
    final class ApplicationRun: Sendable {
        let application: Application
        let record: CallRecord
        let stop: StopSignal
        /// The state of each call, by its number.
        let states: Locked<[CallState]>
        private let source: CallSource
        private let sender: CallSender
        private let far: Locked<ApplicationProgress>
        private let customers = Locked(0)
        /// The numbers of the customers whom a canary run has made calls for.
        let canary = Locked<Set<Int>>([])
        /// The numbers of the customers of whom something was taken back: nothing is made for them.
        let undone: Set<Int>
        private let told: @Sendable (ApplicationProgress) -> Void

        init(
            _ application: Application, _ record: CallRecord, _ stop: StopSignal,
            _ told: @escaping @Sendable (ApplicationProgress) -> Void
        ) throws {
            self.application = application
            self.record = record
            self.stop = stop
            self.told = told
            let list = application.list
            undone = list == .calls ? try record.undoneCustomers() : []
            var known = try record.states(of: list)
            let total = application.total
            if known.count < total {
                known += [CallState](repeating: .waiting, count: total - known.count)
            }
            let applied = list == .undos ? try record.states(of: .calls) : nil
            try ApplicationRun.unspare(&known, application, undoing: applied)
            var progress = ApplicationProgress()
            progress.total = total
            progress.finished = known.count { $0.isFulfilled || $0.isFault }
            progress.coming = try application.coming(known, applied ?? known, undone).count
            states = Locked(known)
            far = Locked(progress)
            source = try CallSource(application, undoing: applied)
            let pace = PaceBook(application.sheet.limits, application.options.rate)
            let far = far
            let reader = TargetReader(application, stop, pace) { kind in
                let progress = far.withLock { far in
                    switch kind {
                    case .call: far.sent += 1
                    case .reading: far.readings += 1
                    case .pause(let reason):
                        far.pauses += 1
                        far.reason = reason
                    }
                    far.hold = pace.longestHold
                    if far.hold == .zero { far.reason = nil }
                    far.limit = pace.limit
                    return far
                }
                told(progress)
            }
            sender = CallSender(application, record, reader)
        }

        /// Takes as waiting what an earlier run has left alone and this one is to make: if this one
        /// ends first, it is left for another reason.
        private static func unspare(
            _ known: inout [CallState], _ application: Application, undoing applied: [CallState]?
        ) throws {
            guard applied != nil, known.contains(where: \.isLeftAlone) else { return }
            let source = try CallSource(application, undoing: applied)
            while let work = try source.next() {
                for call in work.customer.calls
                where known[call.number].isLeftAlone && work.left[call.number] == nil {
                    known[call.number] = .waiting
                }
            }
        }

        /// How far it is.
        var progress: ApplicationProgress { far.withLock { $0 } }

        /// As many customers are worked on for each request that is on its way: those of which the
        /// journal is being written hold up nobody.
        private static let customersPerSlot = 4

        /// Works until everything is done, or the run is stopped; what is on its way then is waited for.
        func carryOut() async throws {
            let failure = Locked<(any Error)?>(nil)
            await withTaskGroup(of: Void.self) { group in
                let customers =
                    max(1, application.options.concurrency) * ApplicationRun.customersPerSlot
                for _ in 0..<customers {
                    group.addTask { [self] in
                        do {
                            try await work()
                        } catch {
                            failure.withLock { if $0 == nil { $0 = error } }
                            stop.set()
                        }
                    }
                }
            }
            if let failure = failure.withLock({ $0 }) { throw failure }
            try await record.flush()
            if let canary = application.options.canary, customers.withLock({ $0 }) > canary {
                stop.set(.canary(canary))
            }
        }

        private func work() async throws {
            while !stop.isSet, let work = try source.next() {
                if undone.contains(work.customer.customer) { continue }
                let isNew = work.customer.calls.contains { isToBeMade($0, work) }
                let isLeft = work.customer.calls.contains { application.left($0, work) != nil }
                guard isNew || isLeft else { continue }
                if isNew, let canary = application.options.canary {
                    let number = customers.withLock { count in
                        count += 1
                        return count
                    }
                    // The others finish what they have begun.
                    guard number <= canary else { return }
                    _ = self.canary.withLock { $0.insert(work.customer.customer) }
                }
                do {
                    try await make(work)
                } catch is CallSender.Halt {
                    return
                }
            }
        }

        /// Makes a customer's calls one after the other; those behind one that came to nothing wait.
        private func make(_ work: CallSource.Work) async throws {
            var held: Set<String> = []
            for call in work.customer.calls {
                if let left = application.left(call, work) {
                    leave(call, of: work.customer.customer, as: left)
                    continue
                }
                let known = states.withLock { $0[call.number] }
                guard isToBeMade(call, work) else {
                    if !known.isFulfilled { held.insert(call.id) }
                    continue
                }
                guard held.isDisjoint(with: call.after) else {
                    held.insert(call.id)
                    continue
                }
                if stop.isSet { return }
                let state = try await sender.make(
                    call, of: work.customer.customer, known: known,
                    isOfFormer: wasThere(before: call, work), undoing: work.made)
                set(state, of: call, before: known)
                if !state.isFulfilled { held.insert(call.id) }
                lookForErrors()
            }
        }

        /// Whether something was at the target already that a call waits for, such as its customer;
        /// not where the plan itself has made the same there since.
        private func wasThere(before call: PlannedCall, _ work: CallSource.Work) -> Bool {
            states.withLock { states in
                let others = work.customer.calls.filter { $0.number != call.number }
                let isOwn = others.contains { other in
                    other.path == call.path && states[other.number].isThere
                }
                return !isOwn
                    && others.contains { other in
                        // After a lost answer nobody knows whether it was there before.
                        call.after.contains(other.id)
                            && [.there, .settled].contains(states[other.number])
                    }
            }
        }

        private func isToBeMade(_ call: PlannedCall, _ work: CallSource.Work) -> Bool {
            application.isToBeMade(call, work, known: states.withLock { $0[call.number] })
        }

        private func leave(_ call: PlannedCall, of customer: Int, as state: CallState) {
            let known = states.withLock { $0[call.number] }
            guard known == .waiting || known.isLeftAlone, known != state else { return }
            record.add(
                CallRecord.Line(
                    (call.number, customer, call.writer), state, in: application.list))
            set(state, of: call, before: known)
        }

        private func set(_ state: CallState, of call: PlannedCall, before known: CallState) {
            states.withLock { $0[call.number] = state }
            let progress = far.withLock { far in
                far.outcomes[state, default: 0] += 1
                if state.isFault { far.faultKinds = record.faults.withLock { $0 } }
                if !known.isFulfilled, !known.isFault { far.finished += 1 }
                return far
            }
            told(progress)
        }

        private func lookForErrors() {
            guard let most = application.options.stopOnErrors,
                let reason = progress.tooManyErrors(most)
            else { return }
            stop.set(reason)
        }
    }
#endif
