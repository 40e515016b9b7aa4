// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal
    import AllonymMappings
    import AllonymService
    import AllonymSimulation
    import Foundation

    // The events of one lane, one after the other.

    extension Deliverer {
        /// Sends events of one lane in order; what came of those that were tried or have to wait.
        func send(_ deliveries: [Delivery], _ round: Round) async -> [Delivery] {
            var lane = deliveries[...]
            var results: [Delivery] = []
            // No fault is asked for twice for one event.
            var reordered: Set<Int> = []
            while !hasEnded, var delivery = lane.popFirst() {
                guard let endpoint = round.endpoint(of: delivery) else {
                    delivery.state = .failed
                    delivery.answer = "the endpoint is gone"
                    results.append(delivery)
                    release(by: delivery)
                    continue
                }
                let date = round.date(of: delivery)
                let fault = reordered.contains(delivery.id) ? nil : project.faults.takeWebhook()
                switch fault {
                case .drop:
                    delivery.state = .dropped
                    delivery.answer = "dropped on demand"
                    results.append(delivery)
                    release(by: delivery)
                    continue
                case .delay:
                    delivery.due = round.now.addingTimeInterval(60).milliseconds
                    results.append(delivery)
                    guard keepsOrder(endpoint) else { continue }
                    return results + wait(lane, for: delivery)
                case .reorder:
                    guard let next = lane.popFirst() else {
                        // Nothing is behind it: the fault is for the next that has something.
                        project.faults.add(.reorder, next: 1)
                        break
                    }
                    reordered = [delivery.id, next.id]
                    lane = [next, delivery] + lane
                    continue
                case .duplicate: _ = await attempt(&delivery, endpoint, at: date)
                case .slow: try? await Task.sleep(for: .seconds(5))
                case .failed, nil: break
                }
                let isTaken = await attempt(
                    &delivery, endpoint, at: date, failing: fault == .failed)
                guard let isTaken else { return results }
                delivery.tries += 1
                settle(&delivery, isTaken, profiles[endpoint.form], date)
                results.append(delivery)
                if round.isDue(delivery) {
                    // The clock was moved over its next try too, which comes before what is due later.
                    let place = lane.firstIndex { $0.due > delivery.due } ?? lane.endIndex
                    lane.insert(delivery, at: keepsOrder(endpoint) ? lane.startIndex : place)
                    continue
                }
                guard delivery.state == .pending, keepsOrder(endpoint) else {
                    release(by: delivery)
                    continue
                }
                return results + wait(lane, for: delivery)
            }
            return results
        }

        /// The others of the lane wait for an event that is to be sent again.
        private func wait(_ lane: ArraySlice<Delivery>, for head: Delivery) -> [Delivery] {
            heads.withLock { $0?.hold(by: head) }
            return lane.map { waiting in
                var waiting = waiting
                waiting.due = max(waiting.due, head.due)
                return waiting
            }
        }

        /// An event holds up no other any more.
        private func release(by delivery: Delivery) {
            heads.withLock { $0?.release(by: delivery) }
        }
    }
#endif
